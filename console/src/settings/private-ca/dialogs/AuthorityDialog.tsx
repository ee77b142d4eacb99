import { BackUpDialog } from './BackUpDialog.tsx'
import { CheckBackupDialog } from './CheckBackupDialog.tsx'
import { CrlDialog, DefaultDialog, DeleteDialog, RevokeDialog } from './ConfirmDialogs.tsx'
import type { AuthorityDialogProps } from './ConfirmDialogs.tsx'
import { UploadAnswerDialog } from './UploadAnswerDialog.tsx'

const dialogs = {
  backup: BackUpDialog,
  check: CheckBackupDialog,
  upload: UploadAnswerDialog,
  default: DefaultDialog,
  crl: CrlDialog,
  revoke: RevokeDialog,
  delete: DeleteDialog,
} as const

/** The dialog of an action on a CA. */
export function AuthorityDialog({ act, ...props }: AuthorityDialogProps & { act: keyof typeof dialogs }) {
  const Chosen = dialogs[act]
  return <Chosen {...props} />
}
