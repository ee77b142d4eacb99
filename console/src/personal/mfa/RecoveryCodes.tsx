import { Checkbox } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/form/Button.tsx'
import { useApplication } from '../../ui/frame/application.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { saveFile } from '../../ui/frame/save-file.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { recoveryText } from './mfa-text.ts'
import css from '../personal.module.css'

/** Recovery codes, which are shown only once. The user can continue after confirming that they are stored. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useText(recoveryText)
  const { name } = useApplication()
  const [stored, setStored] = useState(false)
  const guard = useLeaveGuard(true, { title: t.leaveTitle, words: t.leaveWords, act: t.leave, stay: t.stay })
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success(t.copied)
    } catch {
      toast.error(t.notCopied)
    }
  }
  const download = (): void => saveFile('recovery-codes.txt', `${name}\n\n${codes.join('\n')}\n`, 'text/plain')
  return (
    <div className={css.block} role="group" aria-label={t.title}>
      <h3>{t.title}</h3>
      <p className={css.words}>{t.words}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button icon={<IconCopy size={16} />} onClick={() => void copy()}>
          {t.copy}
        </Button>
        <Button icon={<IconDownload size={16} />} onClick={download}>
          {t.download}
        </Button>
      </div>
      <Note>{t.once}</Note>
      <Checkbox label={t.kept} checked={stored} onChange={(event) => setStored(event.currentTarget.checked)} />
      <div className={css.actions}>
        <Button variant="primary" disabled={!stored} onClick={onDone}>
          {t.done}
        </Button>
      </div>
      {guard}
    </div>
  )
}
