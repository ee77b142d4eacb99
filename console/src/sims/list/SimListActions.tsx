import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MayButton } from '../../session/MayButton.tsx'
import { useMay } from '../../session/use-me.ts'
import { Button, IconButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { text } from './sim-list-text.ts'

/** Buttons at the right of the title: import, export, add. */
export function SimListActions({ onNew, onExport }: { onNew: () => void; onExport: () => void }) {
  const t = useText(text)
  const navigate = useNavigate()
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const mayAdd = useMay('SIM_CREATE')
  const toImport = (): void => void navigate({ to: '/imports' })
  return (
    <>
      {phone ? (
        <>
          <IconButton label={t.import} disabled={!mayAdd} onClick={toImport}>
            <IconUpload size={16} />
          </IconButton>
          <IconButton label={t.export} onClick={onExport}>
            <IconDownload size={16} />
          </IconButton>
        </>
      ) : (
        <>
          <MayButton permission="SIM_CREATE" icon={<IconUpload size={16} />} onClick={toImport}>
            {t.import}
          </MayButton>
          <Button icon={<IconDownload size={16} />} onClick={onExport}>
            {t.export}
          </Button>
        </>
      )}
      <MayButton permission="SIM_CREATE" variant="primary" icon={<IconPlus size={16} />} onClick={onNew}>
        {t.add}
      </MayButton>
    </>
  )
}
