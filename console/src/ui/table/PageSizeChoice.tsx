import { lazy, Suspense, useState } from 'react'
import type { Counted } from '../words/counted.ts'
import { PageSizeButton } from './PageSizeButton.tsx'

// Menus are not part of the first screen: this one is loaded when it is first asked for.
const PageSizeMenu = lazy(async () => ({ default: (await import('./PageSizeMenu.tsx')).PageSizeMenu }))

export interface PageSizeProps {
  counts: Counted
  pageSize: number
  onPageSize: (size: number) => void
}

/** How many rows a page has, and the choice of another number. */
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
