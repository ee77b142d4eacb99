import { Menu } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ManagementStatus, SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { IconDots, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useMay } from '../../session/use-me.ts'
import { fileNameOf, firstCertificate } from '../../settings/private-ca/pem.ts'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { Button, IconButton } from '../../ui/form/Button.tsx'
import { saveBlob, saveFile } from '../../ui/frame/save-file.ts'
import { useText } from '../../ui/words/text.ts'
import { actsOn } from './acts.ts'
import { certificateText } from './certificate-text.ts'
import { InvalidateDialog } from './InvalidateDialog.tsx'
import { useCertificateAct } from './use-certificate-act.ts'

const pemType = 'application/x-pem-file'
type Asking = 'reject' | 'renew' | 'remove' | 'revoke'

/** The actions that the state of the certificate allows: approval, delivery, renewal, revocation, marks, deletion and downloads. */
export function CertificateActions({ of: one }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const may = actsOn(one)
  const mayMark = useMay('IOTSAFE_CERTIFICATES_UPDATE')
  const mayRemove = useMay('IOTSAFE_CERTIFICATES_DELETE')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const params = { certId: one.id }
  const started = () => t.started
  const approve = useCertificateAct(
    () => call(endpoints.decideCertificate, { params, body: { approve: true } }),
    () => t.approved,
  )
  const reject = useCertificateAct(
    () => call(endpoints.decideCertificate, { params, body: { approve: false } }),
    () => t.rejected,
    close,
  )
  const deliver = useCertificateAct(() => call(endpoints.deliverCertificate, { params }), started)
  const renew = useCertificateAct(() => call(endpoints.renewCertificate, { params }), started, close)
  const remove = useCertificateAct(() => call(endpoints.removeCertificate, { params }), started, close)
  const marks = useMarks(one.id)
  const items = [
    ...(may.mark && mayMark
      ? [
          one.managementStatus === null && { words: t.markUpdate, run: marks.update },
          one.managementStatus !== 'NeedDelete' && { words: t.markDelete, run: marks.delete },
          one.managementStatus !== null && { words: t.unmark, run: marks.none },
        ]
      : []),
    may.remove && mayRemove && { words: t.remove, run: () => setAsking('remove') },
  ].filter((item) => item !== false)
  return (
    <>
      <Downloads of={one} />
      {may.decide && (
        <>
          <MayButton permission="IOTSAFE_CERTIFICATES_UPDATE" onClick={() => setAsking('reject')}>
            {t.reject}
          </MayButton>
          <MayButton permission="IOTSAFE_CERTIFICATES_UPDATE" variant="primary" busy={approve.busy} onClick={approve.run}>
            {t.approve}
          </MayButton>
        </>
      )}
      {may.deliver && (
        <MayButton permission="IOTSAFE_CERTIFICATES_UPDATE" variant="primary" busy={deliver.busy} onClick={deliver.run}>
          {t.deliver}
        </MayButton>
      )}
      {may.renew && (
        <MayButton permission="IOTSAFE_CERTIFICATES_UPDATE" onClick={() => setAsking('renew')}>
          {t.renew}
        </MayButton>
      )}
      {may.revoke && (
        <MayButton permission="IOTSAFE_CERTIFICATES_DELETE" variant="danger" onClick={() => setAsking('revoke')}>
          {t.revoke}
        </MayButton>
      )}
      {items.length > 0 && (
        <Menu withInitialFocusPlaceholder={false} position="bottom-end">
          <Menu.Target>
            <IconButton label={t.more}>
              <IconDots size={16} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {items.map(({ words, run }) => (
              <Menu.Item key={words} onClick={run}>
                {words}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmDialog opened={asking === 'renew'} onClose={close} title={t.renewTitle} act={t.renew} busy={renew.busy} onAct={renew.run}>
        {t.renewWords}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'reject'}
        onClose={close}
        title={t.rejectTitle}
        act={t.reject}
        danger
        busy={reject.busy}
        onAct={reject.run}
      >
        {t.rejectWords}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={close}
        title={t.remove}
        act={t.remove}
        danger
        busy={remove.busy}
        onAct={remove.run}
      >
        {t.removeWords}
      </ConfirmDialog>
      {asking === 'revoke' && <InvalidateDialog wanted={{ certIds: [one.id] }} label={one.label} onClose={close} onDone={close} />}
    </>
  )
}

/** The changes of the mark of a certificate. */
function useMarks(certId: number) {
  const t = useText(certificateText)
  const mark = (managementStatus: ManagementStatus | null) => () =>
    call(endpoints.markCertificate, { params: { certId }, body: { managementStatus } })
  const words = () => t.marked
  return {
    update: useCertificateAct(mark('NeedUpdate'), words).run,
    delete: useCertificateAct(mark('NeedDelete'), words).run,
    none: useCertificateAct(mark(null), words).run,
  }
}

function Downloads({ of: { certificate, chain, request, iccid, label } }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const name = `${label}-${iccid}`
  const own = certificate === null ? null : firstCertificate(certificate)
  if (!own && request === null) return null
  return (
    <Menu withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button icon={<IconDownload size={16} />}>{t.download}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {own && <Menu.Item onClick={() => saveFile(fileNameOf(name, 'pem'), own.pem, pemType)}>{t.pem}</Menu.Item>}
        {own && (
          <Menu.Item onClick={() => saveBlob(fileNameOf(name, 'der'), new Blob([own.der], { type: 'application/pkix-cert' }))}>
            {t.der}
          </Menu.Item>
        )}
        {own && chain !== null && (
          <Menu.Item onClick={() => saveFile(fileNameOf(`${name}-chain`, 'pem'), own.pem + chain, pemType)}>{t.chainPem}</Menu.Item>
        )}
        {request !== null && <Menu.Item onClick={() => saveFile(fileNameOf(name, 'csr'), request, pemType)}>{t.csrPem}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
