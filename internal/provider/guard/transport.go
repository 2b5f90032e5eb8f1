package guard

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"syscall"

	"jp/internal/provider"
)

// transportError classifies why there is no response. It names the host, which
// is no secret, and never the URL, which may be.
func (w *Watch) transportError(err error) *provider.Error {
	if e, ok := errors.AsType[*provider.Error](context.Cause(w.ctx)); ok {
		return w.named(e)
	}
	if e, ok := errors.AsType[*provider.Error](err); ok {
		return w.named(e)
	}
	e := &provider.Error{Kind: provider.Connection, Provider: w.opt.Provider, Err: err}
	host := hostOf(err)
	switch {
	case isCertificate(err):
		e.Kind = provider.Certificate
		e.Message = "the certificate of " + host + " is not trusted: " + w.clean(innermost(err), 160)
		e.Hint = "check the clock of this machine, the proxy, and the base URL"
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Kind = provider.Refused
		e.Message = "nobody answers at " + host
		e.Hint = "is the server running, and the base URL right?"
	case isDNS(err):
		e.Message = "the name of " + host + " can not be resolved"
		e.Hint = "check the network and the base URL"
	case isPlainHTTP(err):
		e.Final = true
		e.Message = host + " does not speak TLS"
		e.Hint = "write the base URL with http://"
	case strings.Contains(err.Error(), "Proxy Authentication Required"):
		e.Kind = provider.Auth
		e.Status = 407
		e.Message = "the proxy wants a password"
		e.Hint = "check HTTPS_PROXY"
	case isNetTimeout(err):
		e.Kind = provider.Timeout
		e.Message = "no connection to " + host + " in time"
		e.Hint = "check the network"
	default:
		e.Message = "no answer from " + host + ": " + w.clean(innermost(err), 160)
		e.Hint = "check the network"
	}
	return e
}

func isCertificate(err error) bool {
	_, verification := errors.AsType[*tls.CertificateVerificationError](err)
	_, authority := errors.AsType[x509.UnknownAuthorityError](err)
	_, hostname := errors.AsType[x509.HostnameError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	return verification || authority || hostname || invalid
}

func isDNS(err error) bool {
	_, ok := errors.AsType[*net.DNSError](err)
	return ok
}

func isPlainHTTP(err error) bool {
	_, ok := errors.AsType[tls.RecordHeaderError](err)
	return ok || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}

func isNetTimeout(err error) bool {
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

// hostOf is the host that an *url.Error is about.
func hostOf(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		if u, perr := url.Parse(e.URL); perr == nil && u.Host != "" {
			return provider.Clean(u.Host, 80)
		}
	}
	return "the service"
}

// innermost is the text of the last error in the chain, without the wrappers
// that repeat method and URL.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return fmt.Sprint(err)
		}
		err = next
	}
}
