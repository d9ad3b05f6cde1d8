//! TLS for the database connection, as configured in the address: `?sslmode=verify-full&sslrootcert=/etc/ca.pem`.

use crate::store::StoreError;
use percent_encoding::percent_decode_str;
use rustls::{
    ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use std::sync::Arc;
use tokio_postgres::{Config, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The supported values of `sslmode`, with the meaning of PostgreSQL's own clients.
const MODES: &str = "disable, prefer, require, verify-full";

/// The encryption mode of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Disable,
    /// Encrypted if the database supports it.
    Prefer,
    /// Encrypted, without checking the certificate.
    Require,
    /// Encrypted, with a valid certificate for this host.
    VerifyFull,
}

/// Parses an address. The driver does not know every `sslmode`, nor `sslrootcert`.
pub fn read(address: &str) -> Result<(Config, MakeRustlsConnect), StoreError> {
    let unusable = |why: String| StoreError::Unusable(why);
    let (base, query) = address.split_once('?').unwrap_or((address, ""));
    let (mut mode, mut roots, mut rest) = (Mode::Prefer, None, Vec::new());
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some(("sslmode", word)) => mode = mode_of(word)?,
            Some(("sslrootcert", path)) => roots = Some(percent_decode_str(path).decode_utf8_lossy().into_owned()),
            _ => rest.push(parameter),
        }
    }
    if roots.is_some() && mode != Mode::VerifyFull {
        return Err(unusable("sslrootcert needs sslmode=verify-full: otherwise the certificate is not checked".into()));
    }
    let plain = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
    let mut config: Config =
        plain.parse().map_err(|error| unusable(format!("this is not a database address: {error}")))?;
    config.ssl_mode(match mode {
        Mode::Disable => SslMode::Disable,
        Mode::Prefer => SslMode::Prefer,
        Mode::Require | Mode::VerifyFull => SslMode::Require,
    });
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| unusable(error.to_string()))?;
    let client = match mode {
        Mode::VerifyFull => builder.with_root_certificates(roots_from(roots)?).with_no_client_auth(),
        _ => {
            let anybody = Arc::new(Anybody(provider));
            builder.dangerous().with_custom_certificate_verifier(anybody).with_no_client_auth()
        }
    };
    Ok((config, MakeRustlsConnect::new(client)))
}

fn mode_of(word: &str) -> Result<Mode, StoreError> {
    match word {
        "disable" => Ok(Mode::Disable),
        "prefer" => Ok(Mode::Prefer),
        "require" => Ok(Mode::Require),
        "verify-full" => Ok(Mode::VerifyFull),
        other => Err(StoreError::Unusable(format!("sslmode={other} is not supported; allowed: {MODES}"))),
    }
}

/// The certificates in a file, or those that the system trusts.
fn roots_from(file: Option<String>) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    let Some(path) = file else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            let why = "sslmode=verify-full: the system has no trusted certificates; name a file with sslrootcert=";
            return Err(StoreError::Unusable(why.into()));
        }
        return Ok(roots);
    };
    let unusable = |why: String| StoreError::Unusable(format!("sslrootcert={path}: {why}"));
    let certificates = CertificateDer::pem_file_iter(&path).map_err(|error| unusable(error.to_string()))?;
    for certificate in certificates {
        let certificate = certificate.map_err(|error| unusable(error.to_string()))?;
        roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
    }
    if roots.is_empty() { Err(unusable("the file contains no certificate".into())) } else { Ok(roots) }
}

/// Accepts any certificate, as `sslmode=require` does: traffic is encrypted, but the server is not authenticated.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_how_its_connections_are_encrypted() {
        let cases = [
            ("postgres://a@h/d", SslMode::Prefer),
            ("postgres://a@h/d?sslmode=disable", SslMode::Disable),
            ("postgres://a@h/d?application_name=x&sslmode=require", SslMode::Require),
        ];
        for (address, mode) in cases {
            let (config, _) = read(address).unwrap();
            assert_eq!((config.get_ssl_mode(), config.get_dbname()), (mode, Some("d")), "{address}");
        }
        let (config, _) = read("postgres://a@h/d?application_name=x&sslmode=require").unwrap();
        assert_eq!(config.get_application_name(), Some("x"));
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_a_reason() {
        let cases = [
            ("postgres://a@h/d?sslmode=verify-ca", "allowed: disable, prefer, require, verify-full"),
            ("postgres://a@h/d?sslmode=allow", "allowed: disable"),
            ("postgres://a@h/d?sslrootcert=/x.pem", "needs sslmode=verify-full"),
            ("postgres://a@h/d?sslmode=require&sslrootcert=/x.pem", "needs sslmode=verify-full"),
            ("postgres://a@h/d?sslmode=verify-full&sslrootcert=/no/such%20file", "/no/such file"),
            ("postgres://a@h/d?nonsense=1", "not a database address"),
        ];
        for (address, why) in cases {
            let error = read(address).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(why), "{address}: {error}");
        }
    }
}
