import { Select } from '@mantine/core'
import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { maxCountedCertificates, revocationReasons } from '@simdeck/contract/certificate-authorities.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../session/api/api.ts'
import { ConfirmDialog, TypedConfirm } from '../../../ui/feedback/Dialog.tsx'
import { FailedGlyph } from '../../../ui/value/glyphs.tsx'
import { useText } from '../../../ui/words/text.ts'
import { CertificateCount } from '../authority-columns.tsx'
import css from '../private-ca.module.css'
import { authorityDialogText, reasonText } from './dialog-text.ts'
import { useAuthorityAct } from './use-authority-act.ts'

export interface AuthorityDialogProps {
  authority: CertificateAuthority
  onClose: () => void
}

/** Asks for confirmation before a CA becomes the default. */
export function DefaultDialog({ authority: { id, name }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const act = useAuthorityAct(() => call(endpoints.setDefaultAuthority, { params: { id } }), t.madeDefault, onClose)
  return (
    <ConfirmDialog opened onClose={onClose} title={t.defaultTitle(name)} act={t.makeDefault} busy={act.busy} onAct={act.run}>
      {t.defaultWords}
    </ConfirmDialog>
  )
}

/** Asks for confirmation before a CRL is made at once. */
export function CrlDialog({ authority: { id }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const act = useAuthorityAct(() => call(endpoints.makeCrl, { params: { id } }), t.madeCrl, onClose)
  return (
    <ConfirmDialog opened onClose={onClose} title={t.crlTitle} act={t.makeCrl} busy={act.busy} onAct={act.run}>
      {t.crlWords}
    </ConfirmDialog>
  )
}

/** Asks for a reason and the typed name before a CA is revoked. */
export function RevokeDialog({ authority: { id, name, issued, revoked }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const reasons = useText(reasonText)
  const [reason, setReason] = useState<(typeof revocationReasons)[number]>('unspecified')
  const act = useAuthorityAct(
    () => call(endpoints.revokeAuthority, { params: { id }, body: { reason, confirmedName: name } }),
    t.revoked,
    onClose,
  )
  const isCounted = issued < maxCountedCertificates
  const untrusted = { count: issued - revoked, ...(!isCounted && { countWords: <CertificateCount value={issued} /> }) }
  return (
    <>
      <TypedConfirm
        opened={!act.asking}
        onClose={onClose}
        title={t.revokeTitle(name)}
        act={t.revoke}
        word={name}
        effects={[{ tone: 'failed', glyph: <FailedGlyph />, words: t.untrusted, ...untrusted }]}
        busy={act.busy}
        onAct={act.run}
      >
        {t.revokeWords}
        <Select
          className={css.dialogNote}
          label={t.reason}
          data={revocationReasons.map((value) => ({ value, label: reasons[value] }))}
          allowDeselect={false}
          value={reason}
          onChange={(value) => setReason(value ?? 'unspecified')}
        />
      </TypedConfirm>
      {act.proof}
    </>
  )
}

/** Asks for the typed name before a CA is deleted, then opens the list. */
export function DeleteDialog({ authority: { id, name }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const navigate = useNavigate()
  const act = useAuthorityAct(
    () => call(endpoints.deleteAuthority, { params: { id }, body: { confirmedName: name } }),
    t.deleted,
    () => {
      onClose()
      void navigate({ to: '/settings/private-ca' })
    },
  )
  return (
    <>
      <TypedConfirm
        opened={!act.asking}
        onClose={onClose}
        title={t.deleteTitle(name)}
        act={t.delete}
        word={name}
        busy={act.busy}
        onAct={act.run}
      >
        {t.deleteWords}
      </TypedConfirm>
      {act.proof}
    </>
  )
}
