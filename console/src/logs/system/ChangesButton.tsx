import type { SubjectKey } from '@simdeck/contract/actions.ts'
import { useMay } from '../../session/use-me.ts'
import { LinkButton } from '../../ui/form/Button.tsx'
import { defineText, useText } from '../../ui/words/text.ts'

const text = defineText({ title: { ja: '変更履歴', en: 'Changes' } })

/** Button that opens the changes of a record in the system log, for a user who may read it. */
export function ChangesButton({ subject }: { subject: SubjectKey }) {
  const t = useText(text)
  if (!useMay('LOGS_SYSTEM_LOG')) return null
  return (
    <LinkButton size="sm" to="/logs/system-log" search={{ subject }}>
      {t.title}
    </LinkButton>
  )
}
