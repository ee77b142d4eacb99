import { Menu } from '@mantine/core'
import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { IconChevronDown, IconDots, IconDownload, IconRefresh } from '@tabler/icons-react'
import { DisabledReason } from '../../../ui/feedback/DisabledReason.tsx'
import { Button, IconButton } from '../../../ui/form/Button.tsx'
import { saveBlob, saveFile } from '../../../ui/frame/save-file.ts'
import { useText } from '../../../ui/words/text.ts'
import { fileNameOf, firstCertificate } from '../pem.ts'
import css from '../private-ca.module.css'
import { detailText, limitText } from './detail-text.ts'
import { limitOf } from './limits.ts'
import type { AuthorityAct } from './limits.ts'

const pemType = 'application/x-pem-file'

interface AuthorityActionsProps {
  authority: CertificateAuthority
  all: readonly CertificateAuthority[]
  onAct: (act: AuthorityAct) => void
}

/** Buttons of a CA. A disabled one shows the reason. */
export function AuthorityActions({ authority, all, onAct }: AuthorityActionsProps) {
  const t = useText(detailText)
  const limits = useText(limitText)
  const { name, request, kind } = authority
  const reasonOf = (act: AuthorityAct): string | null => {
    const limit = limitOf(act, authority, all)
    return limit && limits[limit]
  }
  const item = (act: AuthorityAct, words: string) => {
    const reason = reasonOf(act)
    return (
      <Menu.Item key={act} disabled={reason !== null} onClick={() => onAct(act)}>
        {words}
        {reason !== null && <span className={css.reason}>{reason}</span>}
      </Menu.Item>
    )
  }
  const crlReason = reasonOf('crl')
  return (
    <span className={css.buttons} data-keep-free>
      {request !== null && (
        <Button icon={<IconDownload size={16} />} onClick={() => saveFile(fileNameOf(name, 'csr'), request, pemType)}>
          {t.downloadCsr}
        </Button>
      )}
      {kind === 'external' && (
        <Button variant={authority.chain === null ? 'primary' : 'default'} onClick={() => onAct('upload')}>
          {t.uploadAnswer}
        </Button>
      )}
      {authority.chain !== null && <DownloadMenu name={name} chain={authority.chain} />}
      <DisabledReason reason={crlReason}>
        <Button icon={<IconRefresh size={16} />} disabled={crlReason !== null} onClick={() => onAct('crl')}>
          {t.crlNow}
        </Button>
      </DisabledReason>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end">
        <Menu.Target>
          <IconButton label={t.more}>
            <IconDots size={16} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {item('below', t.makeBelow)}
          {item('default', t.makeDefault)}
          {item('revoke', t.revoke)}
          {item('delete', t.delete)}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** Menu of the forms in which the certificate is downloaded. */
function DownloadMenu({ name, chain }: { name: string; chain: string }) {
  const t = useText(detailText)
  const own = firstCertificate(chain)
  if (!own) return null
  return (
    <Menu withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button icon={<IconDownload size={16} />} end={<IconChevronDown size={16} />}>
          {t.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveFile(fileNameOf(name, 'pem'), own.pem, pemType)}>{t.pem}</Menu.Item>
        <Menu.Item onClick={() => saveBlob(fileNameOf(name, 'der'), new Blob([own.der], { type: 'application/pkix-cert' }))}>
          {t.der}
        </Menu.Item>
        <Menu.Item onClick={() => saveFile(fileNameOf(`${name}-chain`, 'pem'), chain, pemType)}>{t.chainPem}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
