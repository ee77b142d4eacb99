import { IconUpload } from '@tabler/icons-react'
import { MayButton } from '../session/MayButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useText } from '../ui/text.ts'
import { TemplateLink } from './import/TemplateLink.tsx'
import { text } from './sim-list-text.ts'

/** There is no SIM at all: what they are good for, and how to bring the first ones. */
export function SimsEmpty({ onImport }: { onImport: () => void }) {
  const t = useText(text)
  return (
    <EmptyState
      title={t.emptyTitle}
      actions={
        <MayButton permission="SIM_CREATE" variant="primary" icon={<IconUpload size={16} />} onClick={onImport}>
          {t.importCsv}
        </MayButton>
      }
      note={<TemplateLink />}
    >
      {t.emptyWords}
    </EmptyState>
  )
}
