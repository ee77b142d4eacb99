import { createOtaTemplate } from '@simdeck/contract/ota-templates.ts'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import type { CallInput } from '@simdeck/contract/client.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useText } from '../../ui/words/text.ts'
import { NameTemplate } from './NameTemplate.tsx'
import { templatesText } from './templates-text.ts'

type Options = CallInput<typeof createOtaTemplate>['body']['options']

interface SaveTemplateProps {
  /** The name that the dialog proposes. */
  name: string
  load: () => Options | Promise<Options>
  disabled?: boolean
}

/** Button that saves the options of a campaign as a template. */
export function SaveTemplate({ name, load, disabled = false }: SaveTemplateProps) {
  const t = useText(templatesText)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <MayButton permission="OTA_CREATE" icon={<IconBookmark size={16} />} disabled={disabled} onClick={() => setOpened(true)}>
        {t.save}
      </MayButton>
      {opened && (
        <NameTemplate
          title={t.saveTitle}
          words={t.saveWords}
          name={name.slice(0, 64)}
          send={async (chosen) => call(createOtaTemplate, { body: { name: chosen, options: await load() } })}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
