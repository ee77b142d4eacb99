import { CallError } from '@simdeck/contract/client.ts'
import type { OtaPackage, PackageKey } from '@simdeck/contract/packages.ts'
import type { ReactNode } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Page } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { usePackage } from '../package-queries.ts'
import { packageText } from '../package-text.ts'
import { UnknownPackage } from '../UnknownPackage.tsx'
import css from '../packages.module.css'

/** Loads a package for a screen, which `children` draws. */
export function PackageByKey({ of, children }: { of: PackageKey; children: (found: OtaPackage) => ReactNode }) {
  const t = useText(packageText)
  const { data, error, refetch } = usePackage(of)
  if (data) return children(data)
  if (error instanceof CallError && [400, 404].includes(error.status)) return <UnknownPackage />
  return (
    <Page title={of.otaVersion} crumbs={[{ words: t.title, link: { to: '/otas' } }]}>
      {error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={css.lines} aria-busy="true">
          {[200, 420, 380, 420, 300].map((width, index) => (
            <Skeleton key={index} width={width} />
          ))}
        </div>
      )}
    </Page>
  )
}
