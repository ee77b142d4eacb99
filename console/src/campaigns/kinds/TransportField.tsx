import { Radio } from '@mantine/core'
import { usualFilesTar } from '@simdeck/contract/sim-sms-script.ts'
import { smsScriptText } from '../../sims/wake/sms-script-text.ts'
import { HexField } from '../../ui/form/Fields.tsx'
import { useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import type { FieldsProps } from './console-kind.ts'
import { transportText } from './transport-text.ts'

const longestTar = 20
const look = { body: css.transport }

/** The choice of the way to the cards: a session of their pollers, or one SMS for each. */
export function TransportField({ draft, onChange, shown }: FieldsProps) {
  const t = useText(transportText)
  const { tarWords, tarWrong } = useText(smsScriptText)
  const { script } = draft
  const change = (smsTar: string | null): void => onChange({ ...draft, script: { ...script, smsTar } })
  return (
    <>
      <Radio.Group
        label={t.transport}
        value={script.smsTar === null ? 'session' : 'sms'}
        onChange={(value) => change(value === 'sms' ? usualFilesTar : null)}
      >
        <div className={css.transports}>
          <Radio classNames={look} value="session" label={t.session} description={t.sessionWords} />
          <Radio classNames={look} value="sms" label={t.sms} description={t.smsWords} />
        </div>
      </Radio.Group>
      {script.smsTar !== null && (
        <HexField
          label="TAR"
          required
          description={tarWords}
          lengthBytes={3}
          value={script.smsTar}
          error={shown.smsTar ? tarWrong : null}
          onChange={change}
          maxLength={longestTar}
        />
      )}
    </>
  )
}
