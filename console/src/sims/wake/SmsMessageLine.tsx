import type { SmsMessage } from '@simdeck/contract/sim-sms.ts'
import { explainResponseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { explainStatusWord, isSuccess } from '@simdeck/protocol/status-words.ts'
import { HexText } from '../../ui/value/Copyable.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { smsScriptText } from './sms-script-text.ts'
import { smsReasonWords, wakeText } from './wake-text.ts'
import css from './wake.module.css'

/** A message to a SIM, with what became of it. `ofAgent`: an admin agent answers a wake-up in place of a poller. */
export function SmsMessageLine({ of, ofAgent }: { of: SmsMessage; ofAgent: boolean }) {
  const { state, created_at, reason, detail, attempts, counter, proof, polled_at, script } = of
  const t = useText(wakeText)
  const reasons = useText(smsReasonWords)
  const language = useLanguage()
  const ofScript = useText(smsScriptText)
  // A card that takes no script, for instance because a later message overtook it, confirms its delivery all the same.
  const hasNoResult = state === 'delivered' && script !== null && script.result === null
  return (
    <li data-state={state}>
      <Time at={created_at} />
      <span className={css.state}>{hasNoResult ? ofScript.noResult : t.states(state)}</span>
      <span className={css.facts}>
        {script && (
          <span>
            {ofScript.commands(script.tar)} <code>{script.commands.join(' ')}</code>
          </span>
        )}
        {reason && <span>{reasons[reason]}</span>}
        {detail && <code>{detail}</code>}
        {attempts > 1 && <span>{t.attempts(attempts)}</span>}
        {counter !== null && <span>{t.counter(counter)}</span>}
        {proof && (
          <span>
            {proof.is_authentic ? t.proof : t.unproven}
            {explainResponseStatus(proof.status)[language]}
          </span>
        )}
        {script?.result && <ScriptResult of={script} result={script.result} />}
        {polled_at && (
          <span>
            {ofAgent ? t.connected : t.polled}
            <Time at={polled_at} />
          </span>
        )}
      </span>
    </li>
  )
}

type Script = NonNullable<SmsMessage['script']>

function ScriptResult({ of, result: { executed, sw, data } }: { of: Script; result: NonNullable<Script['result']> }) {
  const t = useText(smsScriptText)
  const language = useLanguage()
  const status = Number.parseInt(sw, 16)
  // The number includes the command that failed.
  const outcome = executed === 0 || isSuccess(status) ? t.result : t.stopped
  return (
    <>
      <span>
        {outcome(formatNumber(executed), formatNumber(of.commands.length))}
        <code>{sw}</code> {explainStatusWord(status)[language]}
      </span>
      {data !== '' && (
        <span>
          {t.data}
          <HexText value={data} spaced />
        </span>
      )}
    </>
  )
}
