import type { ActionLog } from '@simdeck/contract/logs.ts'
import { LinkButton } from '../../ui/form/Button.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { None } from '../../ui/value/None.tsx'
import { RelativeTime } from '../../ui/value/Time.tsx'
import { formatClock, formatDay } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { ResultText } from '../screen/ResultText.tsx'
import { Author } from './Author.tsx'
import { failureWords, isFailure, nameOfAction, objectOf, secretMark, shownValue } from './action-row.ts'
import { fieldName } from './field-names.ts'
import { systemText } from './system-text.ts'

/** Details of a row of the system log: who, what before and after, and the request. */
export function SystemDetails({ row }: { row: ActionLog }) {
  const t = useText(systemText)
  const logs = useText(logText)
  const language = useLanguage()
  const object = objectOf(row, language)
  const outcome = isFailure(row) ? t.returnError : t.returnSuccess
  return (
    <>
      <section className={css.part}>
        <div className={css.titleOfRecord}>
          <h3>{nameOfAction(row, language)}</h3>
          <ResultText status={row.status} pill />
        </div>
        <Facts
          facts={[
            {
              name: logs.time,
              value: (
                <>
                  {formatDay(row.request_at)} {formatClock(row.request_at)}{' '}
                  <span className={css.grey}>
                    <RelativeTime at={row.request_at} />
                  </span>
                </>
              ),
            },
            { name: t.object, value: object === null ? <None /> : <bdi>{object}</bdi> },
            { name: t.by, value: <Person row={row} /> },
            { name: t.source, value: row.ip === '' ? t.onServer : `${row.client_type} · ${row.ip}` },
          ]}
        />
      </section>
      <section className={css.part}>
        <h3>{t.what}</h3>
        {row.changes.length > 0 ? <Changes row={row} /> : <p className={css.grey}>{t.noValues}</p>}
      </section>
      <section className={css.part}>
        <h3>{t.request}</h3>
        <Facts
          facts={[
            { name: t.route, value: <span className={css.mono}>{`${row.method} ${row.url}`}</span> },
            {
              name: t.answer,
              value: `${row.status} · ${row.message === null ? outcome : `${outcome} · ${failureWords(row.message, language)}`}`,
            },
          ]}
        />
        <CodeBlock label={t.parameters} code={indented(row.request_params)} />
      </section>
      <section className={css.part}>
        <div className={css.links}>
          {row.subjects[0] && (
            <LinkButton size="sm" to="/logs/system-log" search={{ subject: row.subjects[0] }}>
              {t.history}
            </LinkButton>
          )}
          {row.request_by !== '' && (
            <LinkButton size="sm" variant="ghost" to="/logs/system-log" search={{ person: row.request_by }}>
              {t.ofPerson}
            </LinkButton>
          )}
        </div>
      </section>
    </>
  )
}

/** Author by name and e-mail. */
function Person({ row }: { row: ActionLog }) {
  return (
    <>
      <Author row={row} />
      {row.request_by_name !== null && (
        <>
          {' '}
          <bdi className={css.grey}>{row.request_by}</bdi>
        </>
      )}
    </>
  )
}

function Changes({ row }: { row: ActionLog }) {
  const t = useText(systemText)
  const language = useLanguage()
  return (
    <table className={css.diff}>
      <thead>
        <tr>
          <th scope="col">{t.item}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {row.changes.map(({ field, before, after }) => (
          <tr key={field}>
            <td>{fieldName(field, language)}</td>
            <td className={css.was}>{shownValue(field, before, language) ?? <None />}</td>
            <td className={css.now}>
              → {shownValue(field, after, language) ?? <None />}
              {after === secretMark && <small>{t.notKept}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
