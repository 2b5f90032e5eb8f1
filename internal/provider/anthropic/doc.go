// Package anthropic speaks the Messages API through the official SDK: text,
// thinking with signatures, redacted thinking, tool use.
//
// The same protocol is spoken by llama.cpp's server and several gateways; a base
// URL in the endpoint is all it takes. Retries, limits and errors are those of
// package guard, never the SDK's.
//
// # Limits
//
// Images, documents, citations and server-side tools are not sent; blocks of
// unknown types are passed over, so that a newer service does no harm.
package anthropic
