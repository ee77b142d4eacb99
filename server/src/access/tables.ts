export {}

declare module '../platform/db/schema.ts' {
  interface Database {
    access_restrictions: { kind: 'domain' | 'console' | 'api'; value: string }
  }
}
