import { lazy, Suspense, useState } from 'react'
import type { Counted } from '../words/counted.ts'
import { PageSizeButton } from './PageSizeButton.tsx'

// The menu is loaded when it is used for the first time, so that the script of the first screen does not contain it.
const PageSizeMenu = lazy(async () => ({ default: (await import('./PageSizeMenu.tsx')).PageSizeMenu }))

export interface PageSizeProps {
  counts: Counted
  pageSize: number
  onPageSize: (size: number) => void
}

/** Button that shows the page size and opens the menu of page sizes. */
export function PageSizeChoice(props: PageSizeProps) {
  const [asked, setAsked] = useState(false)
  const button = <PageSizeButton counts={props.counts} pageSize={props.pageSize} aria-haspopup="menu" onClick={() => setAsked(true)} />
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <PageSizeMenu {...props} />
    </Suspense>
  )
}
