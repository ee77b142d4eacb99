import type { ActionLog } from '@simdeck/contract/logs.ts'
import { useMemo } from 'react'
import type { Column } from '../../ui/table/DataTable.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { None } from '../../ui/value/None.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { ResultText } from '../screen/ResultText.tsx'
import { RowLink } from '../screen/RowLink.tsx'
import { authorOf, contentOf, isFailure, nameOfAction, objectOf } from './action-row.ts'
import { Author } from './Author.tsx'
import { systemText } from './system-text.ts'

function Clipped({ words }: { words: string | null }) {
  return words === null ? <None /> : <bdi title={words}>{words}</bdi>
}

/** Columns of the system log. */
export function useSystemColumns(): Column<ActionLog>[] {
  const t = useText(systemText)
  const { time } = useText(logText)
  const language = useLanguage()
  return useMemo(
    () => [
      {
        id: 'request_at',
        header: time,
        sortable: true,
        cell: (row) => <RowLink id={row.id} at={row.request_at} name={nameOfAction(row, language)} />,
      },
      { id: 'action', header: t.action, cell: (row) => <b className={css.name}>{nameOfAction(row, language)}</b> },
      { id: 'object', header: t.object, cell: (row) => <Clipped words={objectOf(row, language)} />, clipAt: 220, skeleton: 140 },
      { id: 'content', header: t.content, cell: (row) => <Clipped words={contentOf(row, language)} />, clipAt: 460, skeleton: 260 },
      { id: 'by', header: t.by, group: 'who', cell: (row) => <Author row={row} />, clipAt: 180, skeleton: 120 },
      { id: 'source', header: t.source, group: 'who', cell: (row) => <span className={css.mono}>{row.client_type}</span> },
      { id: 'result', header: t.result, group: 'who', cell: (row) => <ResultText status={row.status} /> },
    ],
    [t, time, language],
  )
}

/** A row of the system log as a card on a phone. */
export function SystemCard({ row }: { row: ActionLog }) {
  const language = useLanguage()
  const name = nameOfAction(row, language)
  return (
    <>
      <CardLines
        name={name}
        end={
          <>
            {isFailure(row) && <ResultText status={row.status} />}
            <RowLink id={row.id} at={row.request_at} name={name} short />
          </>
        }
        second={[objectOf(row, language) ?? '', authorOf(row)]}
      />
      <span className={css.line}>{contentOf(row, language)}</span>
    </>
  )
}
