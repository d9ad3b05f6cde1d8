//! The macro that declares the types of scene and content files.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{
    Attribute, Error, Ident, Lit, Token, Type, braced,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream, Result},
    parse_macro_input,
    token::{Brace, Paren},
};

#[proc_macro]
#[allow(missing_docs, reason = "`referee_engine::door` re-exports and documents it")]
pub fn fields(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let Declarations(declarations) = parse_macro_input!(tokens as Declarations);
    declarations.iter().map(Declaration::code).collect::<TokenStream>().into()
}

struct Declarations(Vec<Declaration>);

impl Parse for Declarations {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut all = Vec::new();
        while !input.is_empty() {
            all.push(input.parse()?);
        }
        Ok(Declarations(all))
    }
}

struct Declaration {
    attributes: Vec<Attribute>,
    name: Ident,
    body: Body,
}

enum Body {
    Struct(Vec<Key>),
    Enum(Vec<Variant>),
}

/// A variant of an enum: a word, one value, or keys.
struct Variant {
    attributes: Vec<Attribute>,
    name: Ident,
    content: Content,
}

enum Content {
    None,
    Value(TokenStream),
    Keys(Vec<Key>),
}

/// A key of a table: `hp: u8 = 10, in 1..=100;`.
struct Key {
    attributes: Vec<Attribute>,
    name: Ident,
    of: Type,
    default: Option<TokenStream>,
    bounds: TokenStream,
}

impl Parse for Declaration {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Token![pub]>()?;
        let is_struct = input.peek(Token![struct]);
        if is_struct {
            input.parse::<Token![struct]>()?;
        } else {
            input.parse::<Token![enum]>()?;
        }
        let name = input.parse()?;
        let inside;
        braced!(inside in input);
        let body = if is_struct { Body::Struct(keys(&inside)?) } else { Body::Enum(variants(&inside)?) };
        Ok(Declaration { attributes, name, body })
    }
}

fn keys(input: ParseStream<'_>) -> Result<Vec<Key>> {
    let mut all = Vec::new();
    while !input.is_empty() {
        all.push(input.parse()?);
    }
    Ok(all)
}

fn variants(input: ParseStream<'_>) -> Result<Vec<Variant>> {
    let mut all = Vec::new();
    while !input.is_empty() {
        let attributes = input.call(Attribute::parse_outer)?;
        let name = input.parse()?;
        let inside;
        let content = if input.peek(Brace) {
            braced!(inside in input);
            Content::Keys(keys(&inside)?)
        } else if input.peek(Paren) {
            parenthesized!(inside in input);
            Content::Value(inside.parse()?)
        } else {
            Content::None
        };
        all.push(Variant { attributes, name, content });
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(all)
}

impl Parse for Key {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![:]>()?;
        let of = input.parse()?;
        let default = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(until_comma_or_semicolon(input)?),
            None => None,
        };
        let mut bounds = TokenStream::new();
        while input.parse::<Option<Token![,]>>()?.is_some() {
            let kind = input.call(Ident::parse_any)?;
            let word = match kind.to_string().as_str() {
                "in" => format_ident!("range"),
                "len" => format_ident!("length"),
                _ => return Err(Error::new(kind.span(), "expected `in 1..=10`, `in 1..` or `len ..=10`")),
            };
            let least = until_range(input)?;
            if input.parse::<Option<Token![..=]>>()?.is_none() {
                input.parse::<Token![..]>()?;
            }
            let most = until_comma_or_semicolon(input)?;
            let min = (!least.is_empty()).then(|| quote!(min = #least,));
            let max = (!most.is_empty()).then(|| quote!(max = #most));
            bounds.extend(quote!(#[schemars(#word(#min #max))]));
        }
        input.parse::<Token![;]>()?;
        Ok(Key { attributes, name, of, default, bounds })
    }
}

fn until_comma_or_semicolon(input: ParseStream<'_>) -> Result<TokenStream> {
    until(input, |rest| rest.peek(Token![,]) || rest.peek(Token![;]))
}

fn until_range(input: ParseStream<'_>) -> Result<TokenStream> {
    until(input, |rest| rest.peek(Token![..=]) || rest.peek(Token![..]))
}

fn until(input: ParseStream<'_>, is_end: impl Fn(ParseStream<'_>) -> bool) -> Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !is_end(input) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}

impl Declaration {
    fn code(&self) -> TokenStream {
        let Declaration { attributes, name, body } = self;
        let derives = quote!(#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]);
        let (declared, defaults, usual) = match body {
            Body::Struct(keys) => {
                let fields = keys.iter().map(|key| key.field(name, None));
                let code = quote! {
                    #derives
                    #[serde(deny_unknown_fields)]
                    #(#attributes)*
                    pub struct #name { #(#fields)* }
                };
                (code, keys.iter().filter_map(|key| key.function(None)).collect(), whole_default(name, keys))
            }
            Body::Enum(variants) => {
                let code = variants.iter().map(|variant| variant.code(name));
                let functions = variants.iter().map(Variant::functions);
                let code = quote!(#derives #(#attributes)* pub enum #name { #(#code),* });
                (code, functions.collect::<TokenStream>(), None)
            }
        };
        let functions = (!defaults.is_empty()).then(|| {
            quote! {
                #[allow(non_snake_case, reason = "named after keys and variants")]
                impl #name { #defaults }
            }
        });
        quote!(#declared #functions #usual)
    }
}

/// A table whose keys all have defaults is one of its own.
fn whole_default(of: &Ident, keys: &[Key]) -> Option<TokenStream> {
    let values: Option<Vec<_>> = keys.iter().map(Key::default_value).collect();
    let (values, names) = (values?, keys.iter().map(|key| &key.name));
    Some(quote! {
        impl ::core::default::Default for #of {
            fn default() -> Self { #of { #(#names: #values),* } }
        }
    })
}

impl Variant {
    fn code(&self, of: &Ident) -> TokenStream {
        let Variant { attributes, name, content } = self;
        let content = match content {
            Content::None => None,
            Content::Value(value) => Some(quote!((#value))),
            Content::Keys(keys) => {
                let fields = keys.iter().map(|key| key.field(of, Some(name)));
                Some(quote!({ #(#fields)* }))
            }
        };
        quote!(#(#attributes)* #name #content)
    }

    fn functions(&self) -> TokenStream {
        let Content::Keys(keys) = &self.content else { return TokenStream::new() };
        keys.iter().filter_map(|key| key.function(Some(&self.name))).collect()
    }
}

impl Key {
    /// The field with its attributes; `of` is the type and `variant` that of an enum.
    fn field(&self, of: &Ident, variant: Option<&Ident>) -> TokenStream {
        let Key { attributes, name, of: value, bounds, .. } = self;
        let default = self.default.as_ref().map(|_| match self.is_plain_default() {
            true => quote!(#[serde(default)]),
            false => {
                let path = format!("{of}::{}", self.function_name(variant));
                quote!(#[serde(default = #path)])
            }
        });
        let visible = variant.is_none().then(|| quote!(pub));
        quote!(#(#attributes)* #default #bounds #visible #name: #value,)
    }

    fn function(&self, variant: Option<&Ident>) -> Option<TokenStream> {
        let (name, of, value) = (self.function_name(variant), &self.of, self.default_value()?);
        (!self.is_plain_default()).then(|| quote!(fn #name() -> #of { #value }))
    }

    fn function_name(&self, variant: Option<&Ident>) -> Ident {
        match variant {
            Some(variant) => format_ident!("default_{}_{}", variant, self.name.unraw()),
            None => format_ident!("default_{}", self.name.unraw()),
        }
    }

    /// `= default` is that of the type.
    fn is_plain_default(&self) -> bool {
        self.default.as_ref().is_some_and(|default| default.to_string() == "default")
    }

    /// The default as an expression of the type: texts become a `String`, lists a `Vec`.
    fn default_value(&self) -> Option<TokenStream> {
        let default = self.default.as_ref()?;
        if self.is_plain_default() {
            return Some(quote!(::core::default::Default::default()));
        }
        let mut tokens = default.clone().into_iter();
        Some(match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Group(list)), None) if self.is_list() => {
                let values = list.stream().into_iter().map(text_or_itself);
                quote!(::std::vec![#(#values)*])
            }
            (Some(single), None) => text_or_itself(single),
            _ => default.clone(),
        })
    }

    fn is_list(&self) -> bool {
        matches!(&self.of, Type::Path(of) if of.path.segments.last().is_some_and(|last| last.ident == "Vec"))
    }
}

fn text_or_itself(token: TokenTree) -> TokenStream {
    match syn::parse2::<Lit>(token.to_token_stream()) {
        Ok(Lit::Str(text)) => quote!(::std::string::String::from(#text)),
        _ => token.to_token_stream(),
    }
}
