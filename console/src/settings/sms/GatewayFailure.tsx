import type { SmsFailure } from '@simdeck/contract/sms-gateway.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { smsFailureWords } from './sms-text.ts'
import css from './sms.module.css'

/** The cause for which the gateway took nothing, with its answer. Nothing after a success. */
export function GatewayFailure({ failure, detail }: { failure: SmsFailure | null; detail: string }) {
  const causes = useText(smsFailureWords)
  if (failure === null) return null
  return (
    <div className={css.failure}>
      <Note tone="failed">
        {causes[failure]}
        {detail !== '' && <code className={css.detail}>{detail}</code>}
      </Note>
    </div>
  )
}
