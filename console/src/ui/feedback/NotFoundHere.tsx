import { LinkButton } from '../form/Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Page } from '../frame/Page.tsx'
import type { Crumb } from '../frame/Page.tsx'

/** Screen for the address of an item that does not exist. `back` links to the list of such items. */
export function NotFoundHere({ title, message, back }: { title: string; message: string; back: Crumb }) {
  return (
    <Page title={title} crumbs={[back]}>
      <EmptyState title={title} actions={<LinkButton {...back.link}>{back.words}</LinkButton>}>
        {message}
      </EmptyState>
    </Page>
  )
}
