import { IconApi } from '@tabler/icons-react'
import { UserMenuItem } from '../frame/UserMenu.tsx'
import { defineText, useText } from '../ui/words/text.ts'

const text = defineText({ docs: { ja: 'OpenAPIドキュメント', en: 'OpenAPI docs' } })

/** Entry of the user menu that opens the API documentation in a new tab. */
export function ApiDocsItem() {
  return (
    <UserMenuItem icon={<IconApi size={16} />} href="/openapi-docs" newTab>
      {useText(text).docs}
    </UserMenuItem>
  )
}
