//! One list of routes builds both the router and the OpenAPI document, so that they cannot disagree.

use crate::{error::Problem, hall::Hall, wire::VERSION};
use axum::{Router, http::Method, routing::MethodRouter};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Who may use a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum For {
    Everybody,
    /// Holders of the create key, or anyone on a server that needs none.
    Creators,
    /// A seat of the table in the path.
    Seats,
    /// The game master of the table in the path.
    GameMasters,
}

/// A route as the document describes it.
#[derive(Debug)]
pub struct Operation {
    id: &'static str,
    summary: &'static str,
    tag: &'static str,
    whom: For,
    query: Vec<(&'static str, &'static str, Value)>,
    body: Option<Value>,
    reply: Value,
}

/// The router and the document under construction.
pub struct Api {
    router: Router<Arc<Hall>>,
    paths: Map<String, Value>,
    generator: SchemaGenerator,
    tag: &'static str,
}

impl Api {
    pub fn new() -> Api {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Api { router: Router::new(), paths: Map::new(), generator: settings.into_generator(), tag: "" }
    }

    /// Starts a section of the document.
    pub fn section(mut self, tag: &'static str) -> Api {
        self.tag = tag;
        self
    }

    /// Adds a route: its method and path, its description, and its handler.
    pub fn route(
        mut self,
        at: (Method, &'static str),
        describe: impl FnOnce(&mut Describe<'_>),
        handler: MethodRouter<Arc<Hall>>,
    ) -> Api {
        self.router = self.router.route(at.1, handler);
        self.document(at, describe)
    }

    /// Documents a further method of a route already added.
    pub fn document(mut self, (method, path): (Method, &'static str), describe: impl FnOnce(&mut Describe<'_>)) -> Api {
        let reply = json!({ "description": "no content" });
        let (query, body) = (Vec::new(), None);
        let operation = Operation { id: "", summary: "", tag: self.tag, whom: For::Everybody, query, body, reply };
        let mut describing = Describe { operation, generator: &mut self.generator };
        describe(&mut describing);
        let operation = describing.operation.document(path, &mut self.generator);
        let methods = self.paths.entry(path).or_insert_with(|| json!({}));
        methods[method.as_str().to_lowercase()] = operation;
        self
    }

    /// Adds types that no route refers to: the WebSocket messages.
    pub fn messages<T: JsonSchema>(mut self) -> Api {
        self.generator.subschema_for::<T>();
        self
    }

    /// The finished router and document.
    pub fn finish(mut self) -> (Router<Arc<Hall>>, Value) {
        let schemas = self.generator.take_definitions(true);
        let document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Referee",
                "version": format!("{VERSION}"),
                "summary": "Tables over HTTP and WebSocket",
                "description": "Every non-2xx response is a Problem. The WebSocket messages are \
                    ClientMessage and ServerMessage. docs/protocol.md shows a whole evening.",
                "license": { "name": "MIT OR Apache-2.0" },
            },
            "paths": self.paths,
            "components": {
                "schemas": schemas,
                "securitySchemes": {
                    "seat": { "type": "http", "scheme": "bearer", "description": "The key in a seat's link." },
                    "creator": {
                        "type": "http", "scheme": "bearer",
                        "description": "Key required to create tables. Not needed on a server that listens on loopback only.",
                    },
                },
            },
        });
        (self.router, document)
    }
}

/// Describes a route.
pub struct Describe<'g> {
    operation: Operation,
    generator: &'g mut SchemaGenerator,
}

impl Describe<'_> {
    /// Sets the operation id, the summary, and who may use it.
    pub fn is(&mut self, id: &'static str, summary: &'static str, whom: For) -> &mut Self {
        (self.operation.id, self.operation.summary, self.operation.whom) = (id, summary, whom);
        self
    }

    /// Adds a numeric query parameter.
    pub fn number(&mut self, name: &'static str, about: &'static str) -> &mut Self {
        self.operation.query.push((name, about, json!({ "type": "integer", "minimum": 0 })));
        self
    }

    /// Adds a text query parameter.
    pub fn text(&mut self, name: &'static str, about: &'static str) -> &mut Self {
        self.operation.query.push((name, about, json!({ "type": "string", "maxLength": 200 })));
        self
    }

    /// Sets the type of the request body.
    pub fn takes<T: JsonSchema>(&mut self) -> &mut Self {
        self.operation.body = Some(self.generator.subschema_for::<T>().to_value());
        self
    }

    /// Sets the type of the response body.
    pub fn gives<T: JsonSchema>(&mut self, about: &'static str) -> &mut Self {
        let schema = self.generator.subschema_for::<T>().to_value();
        self.operation.reply = json!({ "description": about, "content": { "application/json": { "schema": schema } } });
        self
    }

    /// Sets a text response of this media type.
    pub fn gives_text(&mut self, kind: &'static str, about: &'static str) -> &mut Self {
        self.operation.reply = json!({ "description": about, "content": { kind: { "schema": { "type": "string" } } } });
        self
    }
}

impl Operation {
    fn document(self, path: &str, generator: &mut SchemaGenerator) -> Value {
        let in_path = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = in_path
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        for (name, about, schema) in self.query {
            parameters.push(json!({ "name": name, "in": "query", "description": about, "schema": schema }));
        }
        let problem = generator.subschema_for::<Problem>().to_value();
        let problem = json!({ "description": "the reason for the error", "content": { "application/json": { "schema": problem } } });
        let mut operation = json!({
            "operationId": self.id,
            "summary": self.summary,
            "tags": [self.tag],
            "parameters": parameters,
            "responses": { "200": self.reply, "4XX": problem, "5XX": problem },
        });
        if let Some(body) = self.body {
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": body } } });
        }
        operation["security"] = match self.whom {
            For::Everybody => json!([]),
            For::Creators => json!([{ "creator": [] }, {}]),
            For::Seats | For::GameMasters => json!([{ "seat": [] }]),
        };
        if self.whom == For::GameMasters {
            operation["description"] = json!("Game master only.");
        }
        operation
    }
}
