import { refusedCode } from '@simdeck/contract/traces.ts'
import { isMessageCode, messageCode, messageNames } from '@simdeck/protocol/ota/message-codes.ts'
import { useCallback } from 'react'
import { useText } from '../../ui/words/text.ts'
import { otaLogText } from './ota-log-text.ts'

/** The codes of the rows of the raw OTA service log, as texts. */
export const messageCodes: readonly string[] = [...Object.values(messageCode), refusedCode].map(String)

/** Names a message by its code; code 0 counts refused messages. */
export function useMessageName(): (code: number) => string {
  const t = useText(otaLogText)
  return useCallback((code: number) => (code === refusedCode ? t.refused : isMessageCode(code) ? messageNames[code] : String(code)), [t])
}
