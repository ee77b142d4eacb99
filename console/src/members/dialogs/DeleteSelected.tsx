import { IconTrash } from '@tabler/icons-react'
import { useMe } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { deletionLimit } from '../member-limits.ts'
import { cachedMembers } from '../member-query.ts'
import { memberLimitText, memberText } from '../member-text.ts'

/** Button that deletes the selected members. It is disabled, with the reason, if one of them may not be deleted. */
export function DeleteSelected({ emails, onDelete }: { emails: ReadonlySet<string>; onDelete: () => void }) {
  const t = useText(memberText)
  const reasons = useText(memberLimitText)
  const limit = deletionLimit(useMe(), cachedMembers(emails))
  return (
    <DisabledReason reason={limit && reasons[limit]}>
      <Button variant="danger" size="sm" icon={<IconTrash size={16} />} disabled={limit !== null} onClick={onDelete}>
        {t.delete}
      </Button>
    </DisabledReason>
  )
}
