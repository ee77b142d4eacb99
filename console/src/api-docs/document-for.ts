interface Operation {
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
}
export interface ApiDocument {
  tags?: { name: string }[]
  servers?: object[]
  paths: Record<string, Record<string, Operation>>
}

interface PageOptions {
  /** True to leave out calls that an API ID cannot make. */
  openOnly: boolean
  /** Address that replaces `$SIMDECK` in the examples. */
  origin: string
}

/** True if an API ID can make the call, or gets its token with it. */
const isOpen = ({ security = [] }: Operation): boolean => security.some((scheme) => 'apiId' in scheme || 'apiIdAndSecret' in scheme)

/**
 * The document for a page. Its examples use the address of this server. With `openOnly` it contains only the calls that an API ID can make.
 */
export function documentFor(document: ApiDocument, { openOnly, origin }: PageOptions): ApiDocument {
  const tags = new Set<string>()
  const paths: ApiDocument['paths'] = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (openOnly && !isOpen(operation)) continue
      for (const tag of operation.tags ?? []) tags.add(tag)
      const description = operation.description?.replaceAll('$SIMDECK', origin)
      paths[path] = { ...paths[path], [method]: { ...operation, ...(description !== undefined && { description }) } }
    }
  }
  // Swagger UI would offer a choice of servers, but there is only this one.
  const { servers: _, ...rest } = document
  return { ...rest, paths, ...(document.tags && { tags: document.tags.filter(({ name }) => tags.has(name)) }) }
}
