// Package openai speaks the two protocols of the official SDK: Responses, and
// Chat Completions, which by its base URL is also the way to llama.cpp, Ollama,
// vLLM, OpenRouter and Cerebras.
//
// Which one a [Client] uses is in its endpoint. Where services deviate from what
// OpenAI documents, the endpoint's dialect says so for requests; answers are
// read tolerantly: reasoning under any of its field names, a finish reason that
// a later chunk takes back, tool calls without ids, usage anywhere.
//
// # Limits
//
// Requests are stateless (store is false): what a reasoning model needs to see
// of its own thoughts travels encrypted in the conversation. Images, audio and
// server-side tools are not sent. Of several choices only the first is read.
package openai
