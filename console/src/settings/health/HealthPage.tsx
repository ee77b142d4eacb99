import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { wholeList } from '../../session/address/use-list.ts'
import { queryOf } from '../../session/api/query.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { HealthCard, useHealthColumns } from './health-columns.tsx'
import { healthLines } from './health-lines.ts'
import { healthText } from './health-text.ts'

type Answer = Parameters<typeof healthLines>[0]

const refreshMs = 5_000
const skeletonLines = 8

/** Screen of the jobs of the system. Each job has a line with its last and next run. */
export function HealthPage() {
  const t = useText(healthText)
  const language = useLanguage()
  const lines = useQuery({
    ...queryOf(endpoints.listJobRuns, {}),
    select: useCallback((answer: Answer) => healthLines(answer, Date.now()), []),
    refetchInterval: refreshMs,
  })
  const severalNodes = new Set(lines.data?.map(({ node }) => node)).size > 1
  const columns = useHealthColumns(severalNodes)
  return (
    <SettingsFrame open="/settings/health">
      <section className={css.section}>
        <h2>{t.title}</h2>
        <p className={css.note}>{t.words}</p>
        <ListTable
          label={t.title}
          columns={columns}
          list={wholeList(lines, skeletonLines)}
          rowId={({ name }) => name}
          rowName={({ title }) => title[language]}
          inPage
          card={(line) => <HealthCard line={line} />}
          empty={<p className={css.help}>{t.none}</p>}
        />
      </section>
    </SettingsFrame>
  )
}
