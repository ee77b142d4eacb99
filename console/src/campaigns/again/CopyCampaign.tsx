import { getCampaignOptions } from '@simdeck/contract/campaign-again.ts'
import type { CampaignOptions } from '@simdeck/contract/campaign-again.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useText } from '../../ui/words/text.ts'
import { againText } from './again-text.ts'

/** The options of a campaign, for a template. */
export const optionsOf = async (id: number): Promise<CampaignOptions> => (await call(getCampaignOptions, { params: { id } })).options

/** Button that opens the wizard with the options of the campaign, and with the filter of its SIMs if a filter chose them. */
export function CopyCampaign({ campaign: { id, rollbackOf } }: { campaign: Campaign }) {
  const t = useText(againText)
  const navigate = useNavigate()
  const copy = useMutation({
    mutationFn: () => call(getCampaignOptions, { params: { id } }),
    onSuccess: ({ filter }) => void navigate({ to: '/otas/execute', search: { ...filter, copyOf: String(id) } }),
    onError: (error) => toastFailure(t.copyFailed, error),
  })
  if (rollbackOf !== null) return null
  return (
    <MayButton permission="OTA_CREATE" icon={<IconCopy size={16} />} busy={copy.isPending} onClick={() => copy.mutate()}>
      {t.copy}
    </MayButton>
  )
}
