import type { RawApiCall, RawProxyCall } from '@simdeck/contract/raw-logs.ts'
import { LinkButton } from '../../ui/form/Button.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import type { Fact } from '../../ui/frame/Page.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatClock, formatDay } from '../../ui/words/clock.ts'
import { formatBytes } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { ResultText } from '../screen/ResultText.tsx'
import { callName, LeftOut, Ms, ProxyResult, useAnswer } from './raw-columns.tsx'
import { rawText } from './raw-text.ts'

const plain = (name: string, value: string | null): Fact => ({ name, value: value === null ? <None /> : <bdi>{value}</bdi> })
const size = (name: string, bytes: number | null): Fact => plain(name, bytes === null ? null : formatBytes(bytes))
const clock = (at: string): string => `${formatDay(at)} ${formatClock(at, true)}`

/** Details of a call of an API, with its bodies while they are recorded. Its links stay in the log that shows it. */
export function RawApiDetails({ row }: { row: RawApiCall }) {
  const t = useText(rawText)
  const { time } = useText(logText)
  const bodies = [
    { label: t.requestBody, body: row.request_body },
    { label: t.responseBody, body: row.response_body },
  ]
  return (
    <>
      <section className={css.part}>
        <div className={css.titleOfRecord}>
          <h3 className={css.mono}>{row.left_out === null ? callName(row) : <LeftOut rows={row.left_out} />}</h3>
          {row.status !== null && <ResultText status={row.status} pill />}
        </div>
        <Facts
          facts={[
            plain(time, clock(row.at)),
            plain(t.path, row.url),
            plain(t.caller, row.caller),
            plain(t.source, row.source),
            plain(t.address, row.ip),
            { name: t.took, value: <Ms ms={row.ms} /> },
            size(t.sent, row.request_bytes),
            size(t.received, row.response_bytes),
            plain(t.requestId, row.request_id),
          ]}
        />
      </section>
      <section className={css.part}>
        {bodies.every(({ body }) => body === null) && <p className={css.grey}>{t.noBodies}</p>}
        {bodies.map(({ label, body }) => body !== null && <CodeBlock key={label} label={label} code={body} />)}
      </section>
      <section className={css.part}>
        <div className={css.links}>
          {row.route !== null && (
            <LinkButton size="sm" to="." search={{ route: row.route }}>
              {t.ofRoute}
            </LinkButton>
          )}
          {row.caller !== null && (
            <LinkButton size="sm" variant="ghost" to="." search={{ caller: row.caller }}>
              {t.ofCaller}
            </LinkButton>
          )}
        </div>
      </section>
    </>
  )
}

/** Details of a call to another system. */
export function RawProxyDetails({ row }: { row: RawProxyCall }) {
  const t = useText(rawText)
  const { time } = useText(logText)
  const answerOf = useAnswer()
  return (
    <>
      <section className={css.part}>
        <div className={css.titleOfRecord}>
          <h3>{row.left_out === null ? row.host : <LeftOut rows={row.left_out} />}</h3>
          <ProxyResult ok={row.ok} />
        </div>
        <Facts
          facts={[
            plain(time, clock(row.at)),
            plain(t.kind, row.kind === null ? null : t[row.kind]),
            plain(t.operation, row.operation),
            plain(t.answer, answerOf(row)),
            { name: t.took, value: <Ms ms={row.ms} /> },
            size(t.sent, row.request_bytes),
            size(t.received, row.response_bytes),
          ]}
        />
      </section>
      {row.host !== null && (
        <section className={css.part}>
          <LinkButton size="sm" to="/logs/raw-proxy-log" search={{ host: row.host }}>
            {t.ofHost}
          </LinkButton>
        </section>
      )}
    </>
  )
}
