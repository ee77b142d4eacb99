import type { SubjectKey } from '@simdeck/contract/actions.ts'
import { lazy, Suspense } from 'react'
import { useMay } from '../../session/use-me.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { defineText, useText } from '../../ui/words/text.ts'
import css from './history.module.css'

const text = defineText({ title: { ja: '変更履歴', en: 'Changes' } })

const ChangeHistory = lazy(async () => ({ default: (await import('./ChangeHistory.tsx')).ChangeHistory }))

/** Part of a page with the changes of its record, for a user who may read the system log. */
export function HistorySection({ subject }: { subject: SubjectKey }) {
  const t = useText(text)
  if (!useMay('LOGS_SYSTEM_LOG')) return null
  return (
    <Section title={t.title}>
      <div className={css.inSection}>
        <Suspense
          fallback={
            <div className={css.loading} aria-busy="true">
              <Skeleton width={420} />
            </div>
          }
        >
          <ChangeHistory subject={subject} />
        </Suspense>
      </div>
    </Section>
  )
}
