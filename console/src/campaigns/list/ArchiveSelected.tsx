import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { queryClient } from '../../session/api/query-client.ts'
import { keyOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { useText } from '../../ui/words/text.ts'
import { campaignListText } from './list-text.ts'
import { useArchive } from './use-archive.ts'

/** True if one of the cached campaigns with these ids has not ended. */
function hasOpen(ids: ReadonlySet<string>): boolean {
  const pages = queryClient.getQueriesData<Page<Campaign>>({ queryKey: keyOf(listCampaigns) })
  return pages.some(([, page]) => page?.data.some(({ id, finishedAt }) => ids.has(String(id)) && finishedAt === null))
}

interface ArchiveSelectedProps {
  ids: ReadonlySet<string>
  /** True to archive, false to move back to the list. */
  archived: boolean
  onDone: () => void
}

/** Button that moves the selected campaigns to the archive or back. Campaigns that have not ended cannot be archived. */
export function ArchiveSelected({ ids, archived, onDone }: ArchiveSelectedProps) {
  const t = useText(campaignListText)
  const archive = useArchive(archived, onDone)
  const refused = archived && hasOpen(ids)
  return (
    <DisabledReason reason={refused ? t.notEnded : null}>
      <MayButton
        permission="OTA_UPDATE"
        size="sm"
        icon={archived ? <IconArchive size={16} /> : <IconArchiveOff size={16} />}
        disabled={refused}
        busy={archive.isPending}
        onClick={() => archive.mutate([...ids].map(Number))}
      >
        {archived ? t.archive : t.moveBack}
      </MayButton>
    </DisabledReason>
  )
}
