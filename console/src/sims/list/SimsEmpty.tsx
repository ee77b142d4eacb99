import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MayButton } from '../../session/MayButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useText } from '../../ui/words/text.ts'
import { TemplateLink } from '../import/file/TemplateLink.tsx'
import { text } from './sim-list-text.ts'

/** Placeholder for a system without SIMs: their purpose and ways to add the first ones. */
export function SimsEmpty({ onNew }: { onNew: () => void }) {
  const t = useText(text)
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t.emptyTitle}
      actions={
        <>
          <MayButton
            permission="SIM_CREATE"
            variant="primary"
            icon={<IconUpload size={16} />}
            onClick={() => void navigate({ to: '/imports' })}
          >
            {t.importCsv}
          </MayButton>
          <MayButton permission="SIM_CREATE" icon={<IconPlus size={16} />} onClick={onNew}>
            {t.add}
          </MayButton>
        </>
      }
      note={<TemplateLink />}
    >
      {t.emptyWords}
    </EmptyState>
  )
}
