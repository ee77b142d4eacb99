import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const healthz = endpoint({
  method: 'GET',
  api: 'main',
  path: '/healthz',
  needs: 'public',
  anywhere: true,
  summary: 'The process is alive',
  response: z.object({ status: z.literal('ok') }),
})

export const readyz = endpoint({
  method: 'GET',
  api: 'main',
  path: '/readyz',
  needs: 'public',
  anywhere: true,
  summary: 'The process can serve: the database answers and is migrated',
  response: z.object({ status: z.literal('ready') }),
  errors: ['serverBusy'],
})

export const openApiDocument = endpoint({
  method: 'GET',
  api: 'main',
  path: '/openapi.json',
  needs: 'public',
  anywhere: true,
  summary: 'This document',
  streams: 'application/json; charset=utf-8',
})
