import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { useParams } from '@tanstack/react-router'
import { ChangesButton } from '../../logs/system/ChangesButton.tsx'
import { failureText } from '../../session/api/failure.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Page } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { useAlertRule } from '../alert-query.ts'
import { alertText } from '../alert-text.ts'
import { AlertState } from '../AlertState.tsx'
import { DeleteRule } from './DeleteRule.tsx'
import { editorText } from './editor-text.ts'
import { RuleForm } from './RuleForm.tsx'

/** Screen of one rule, or of a new one. */
export function AlertRulePage() {
  const t = useText(editorText)
  const words = useText(alertText)
  const { id } = useParams({ strict: false })
  const number = id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
  const { data, error, refetch } = useAlertRule(number)
  const back = { words: words.title, link: { to: '/alerts' } } as const
  if (id === 'new') return <RuleScreen rule={null} />
  if (data) return <RuleScreen key={data.id} rule={data} />
  if (number === null || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.notFound} message={error ? failureText(error) : ''} back={back} />
  return (
    <Page title={words.rule} crumbs={[back]}>
      {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <Skeleton width={420} />}
    </Page>
  )
}

function RuleScreen({ rule }: { rule: AlertRule | null }) {
  const t = useText(editorText)
  const words = useText(alertText)
  return (
    <Page
      title={rule?.name ?? t.newRule}
      crumbs={[{ words: words.title, link: { to: '/alerts' } }]}
      beside={rule && <AlertState rule={rule} pill />}
      actions={
        rule && (
          <>
            <ChangesButton subject={`alert:${rule.id}`} />
            <DeleteRule rule={rule} />
          </>
        )
      }
    >
      <RuleForm rule={rule} />
    </Page>
  )
}
