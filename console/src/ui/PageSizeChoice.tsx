import { lazy, Suspense, useState } from 'react'
import { PageSizeButton } from './PageSizeButton.tsx'

// Menus are not part of the first screen: this one is loaded when it is first asked for.
const PageSizeMenu = lazy(async () => ({ default: (await import('./PageSizeMenu.tsx')).PageSizeMenu }))

export interface PageSizeProps {
  pageSize: number
  onPageSize: (size: number) => void
}

/** How many rows a page has, and the choice of another number. */
export function PageSizeChoice(props: PageSizeProps) {
  const [asked, setAsked] = useState(false)
  const button = <PageSizeButton pageSize={props.pageSize} aria-haspopup="menu" onClick={() => setAsked(true)} />
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <PageSizeMenu {...props} />
    </Suspense>
  )
}
