import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../session/use-me.ts'

/** Link to a campaign of certificates, for members who may start one. */
export function CertificateRunLink({ step, className, children }: { step?: 'renew'; className?: string | undefined; children: ReactNode }) {
  const mayRun = useMay('OTA_CREATE')
  if (!mayRun) return null
  return (
    <Link to="/otas/execute" search={{ action: 'certificate', ...(step && { step }) }} className={className}>
      {children}
    </Link>
  )
}
