import type { SubjectKey } from '@simdeck/contract/actions.ts'
import type { ActionLog } from '@simdeck/contract/logs.ts'
import { Link } from '@tanstack/react-router'
import { None } from '../../ui/value/None.tsx'
import { formatClock, formatDay } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { ResultText } from '../screen/ResultText.tsx'
import { contentOf, isFailure, nameOfAction, shownValue } from '../system/action-row.ts'
import { Author } from '../system/Author.tsx'
import { fieldName } from '../system/field-names.ts'
import css from './history.module.css'

/** A change of a record: its time, action and author, and the values before and after. */
export function HistoryRow({ row, subject }: { row: ActionLog; subject: SubjectKey }) {
  const language = useLanguage()
  const content = row.changes.length === 0 || isFailure(row) ? contentOf(row, language) : null
  return (
    <li>
      <div className={css.head}>
        <Link to="/logs/system-log" search={{ subject, row: String(row.id) }} className={css.at}>
          {formatDay(row.request_at)} {formatClock(row.request_at)}
        </Link>
        <b>{nameOfAction(row, language)}</b>
        {isFailure(row) && <ResultText status={row.status} />}
        <Author row={row} className={css.by} />
      </div>
      {content !== null && <bdi className={css.content}>{content}</bdi>}
      {!isFailure(row) && row.changes.length > 0 && (
        <ul className={css.changes}>
          {row.changes.map(({ field, before, after }) => (
            <li key={field}>
              <span className={css.by}>{fieldName(field, language)}</span> <bdi>{shownValue(field, before, language) ?? <None />}</bdi> →{' '}
              <bdi>{shownValue(field, after, language) ?? <None />}</bdi>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
