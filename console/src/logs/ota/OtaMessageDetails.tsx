import type { RawOtaMessage } from '@simdeck/contract/raw-logs.ts'
import { explainStatusWord } from '@simdeck/protocol/status-words.ts'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatClock, formatDay } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { useMessageName } from './message-name.ts'
import { hasSession, SessionOfMessage, SimOfMessage } from './ota-log-columns.tsx'
import { otaLogText } from './ota-log-text.ts'

/** Details of a message between server and card: its fields, its commands with their status words, and their hex. */
export function OtaMessageDetails({ row, onSession }: { row: RawOtaMessage; onSession: () => void }) {
  const t = useText(otaLogText)
  const { time } = useText(logText)
  const language = useLanguage()
  const nameOf = useMessageName()
  const fields = Object.entries(row.fields).filter(([, value]) => value !== null)
  return (
    <>
      <section className={css.part}>
        <div className={css.titleOfRecord}>
          <h3>{nameOf(row.code)}</h3>
          {hasSession(row) && (
            <Button size="sm" onClick={onSession}>
              {t.openSession}
            </Button>
          )}
        </div>
        <Facts
          facts={[
            { name: time, value: `${formatDay(row.at)} ${formatClock(row.at, true)}` },
            { name: t.direction, value: t[row.direction] },
            { name: 'SIM', value: <SimOfMessage row={row} /> },
            { name: t.session, value: <SessionOfMessage row={row} /> },
            { name: t.sequence, value: formatNumber(row.sequence) },
            { name: t.ota, value: row.ota_id === null ? <None /> : String(row.ota_id) },
            { name: t.bytes, value: formatNumber(row.bytes) },
          ]}
        />
      </section>
      <section className={css.part}>
        <h3>{t.fields}</h3>
        {fields.length === 0 && <p className={css.grey}>{t.noFields}</p>}
        <Facts facts={fields.map(([name, value]) => ({ name, value: <bdi className={css.mono}>{String(value)}</bdi> }))} />
      </section>
      {row.commands.length > 0 && (
        <section className={css.part}>
          <h3>{t.commands}</h3>
          <Facts
            facts={row.commands.map(({ index, name, block, sw }) => ({
              name: `${formatNumber(index)} ${block === null ? name : `${name} ${formatNumber(block)}`}`,
              value: sw === null ? <None /> : `${sw} ${explainStatusWord(Number.parseInt(sw, 16))[language]}`,
            }))}
          />
          {row.hex.some((hex) => hex !== '') && <CodeBlock label={t.hex} code={row.hex.map((hex) => hex.toUpperCase()).join('\n')} />}
        </section>
      )}
      <section className={css.part}>
        <div className={css.links}>
          {hasSession(row) && (
            <LinkButton size="sm" to="/logs/raw-ota-service-log" search={{ sessionId: row.session_id }}>
              {t.ofSession}
            </LinkButton>
          )}
          {row.iccid !== null && (
            <LinkButton size="sm" variant="ghost" to="/logs/raw-ota-service-log" search={{ iccid: row.iccid }}>
              {t.ofSim}
            </LinkButton>
          )}
        </div>
      </section>
    </>
  )
}
