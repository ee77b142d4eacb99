import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ScriptKey } from '@simdeck/contract/package-scripts.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'

interface ScriptActionsProps {
  of: ScriptKey
  /** The kind of campaign that sends the script. */
  action: 'store-data' | 'rfm'
  /** The stored revision; null for none. */
  stored: number | null
  changed: boolean
  /** The script to store; null while the input has faults. */
  body: ConfigBody | ManagementBody | null
}

type ConfigBody = { script: string; format: 'tlv' | 'hex' }
type ManagementBody = { script: string[]; readsBack: boolean }

/** The buttons of a screen of a script: delete, save, and a campaign with the stored one. */
export function ScriptActions({ of: params, action, stored, changed, body }: ScriptActionsProps) {
  const t = useText(scriptText)
  const save = useMutation({
    mutationFn: (next: ConfigBody | ManagementBody | null) => update(params, action, next),
    onSuccess: (_, next) => {
      for (const listed of [endpoints.getRemoteConfig, endpoints.listRemoteConfigs]) void refresh(listed)
      for (const listed of [endpoints.getFileManagementConfig, endpoints.listFileManagementConfigs]) void refresh(listed)
      toast.success(next === null ? t.removed : t.saved)
    },
    onError: (error) => toastFailure(t.saveFailed, error),
  })
  return (
    <>
      {stored !== null && (
        <MayButton permission="OTA_UPDATE" size="md" disabled={save.isPending} onClick={() => save.mutate(null)}>
          {t.remove}
        </MayButton>
      )}
      {stored !== null && !changed && (
        <LinkButton to="/otas/execute" search={{ action, scriptId: String(stored) }}>
          {t.run}
        </LinkButton>
      )}
      <MayButton
        permission="OTA_UPDATE"
        size="md"
        variant="primary"
        busy={save.isPending}
        disabled={body === null || (!changed && stored !== null)}
        onClick={() => save.mutate(body)}
      >
        {t.save}
      </MayButton>
    </>
  )
}

async function update(params: ScriptKey, action: 'store-data' | 'rfm', body: ConfigBody | ManagementBody | null): Promise<void> {
  if (body === null)
    await (action === 'rfm'
      ? call(endpoints.updateFileManagementConfig, { params, body: { script: null } })
      : call(endpoints.updateRemoteConfig, { params, body: { script: null } }))
  else if ('format' in body) await call(endpoints.updateRemoteConfig, { params, body })
  else await call(endpoints.updateFileManagementConfig, { params, body })
}
