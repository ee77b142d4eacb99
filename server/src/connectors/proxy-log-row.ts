import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'

type Row = Parameters<RawLogs['proxy']['add']>[0]

const maxAnswerLength = 200

/** The row of the raw proxy log for a call of a carrier. */
export function proxyLogRow(call: {
  at: Date
  operation: string
  url: URL
  /** The texts by which the account signs in. */
  secrets: readonly string[]
  ok: boolean
  answer: string
  request: number | null
  response: number | null
}): Row {
  const { at, operation, url, secrets, ok, answer } = call
  return {
    at,
    kind: 'carrier',
    host: `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
    operation,
    ok,
    answer: withoutSecrets(answer, secrets).slice(0, maxAnswerLength),
    // A failure has no duration: it would tell which ports of a network are open.
    ms: call.response === null ? null : Date.now() - at.getTime(),
    request_bytes: call.request,
    response_bytes: call.response,
  }
}

/** The words of the carrier without these texts, the numbers of devices, and anything that may be a token. */
const withoutSecrets = (words: string, secrets: readonly string[]): string =>
  withoutTexts(words, secrets)
    .replaceAll(/\d{10,}/g, '***')
    .replaceAll(/[\w+/=-]{24,}/g, '***')

/** The words without these texts, the longest first: one may be a part of another. */
export const withoutTexts = (words: string, texts: readonly string[]): string =>
  texts.toSorted((one, other) => other.length - one.length).reduce((left, text) => left.replaceAll(text, '***'), words)
