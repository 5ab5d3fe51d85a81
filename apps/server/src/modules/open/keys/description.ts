import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { WEBHOOK_TYPES } from '#contract/constants.ts'
import { OPEN_EXAMPLES, type OpenExample } from '#contract/open-examples.ts'
import { OPEN_PROBLEMS, OpenProblem, openProblemsOf } from '#contract/open-problems.ts'
import { aboutOf, OPEN_TOLD } from '#contract/open-told.ts'
import type { Config } from '../../../platform/config.ts'
import { OPEN_DOCS, OPEN_ROOT } from '../../../platform/open-problems.ts'
import { siteOrigin } from '../../../platform/qr.ts'
import { docsPage } from './docs-page.ts'
import { openWordName } from './scopes.ts'

/** The open API as OpenAPI 3.1 has it, and as people read it: both made of the contract that its routes are registered from. */

const OPEN_CALLS = CALLS.filter(({ access }) => access === 'integration')

interface Shape {
  properties?: Readonly<Record<string, object>>
  required?: readonly string[]
}

const parametersOf = (schema: object | undefined, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = (schema ?? {}) as Shape
  return Object.entries(properties).map(([name, of]) => ({ name, in: place, required: required.includes(name), schema: of }))
}

const ONCE_HEADER = (call: Call) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: call.onceOnly === true,
  description: '1–255 个可见 ASCII 字符；七天内同一个键的同一请求只办一次，再来答第一次的回答',
  schema: { type: 'string', maxLength: 255 },
})

/** Its rows, as each of them is checked. */
function bodyOf({ body, row }: Call): object | undefined {
  if (body === undefined || row === undefined) return body
  const { properties = {}, ...rest } = body as Shape & object
  return { ...rest, properties: { ...properties, rows: { ...properties.rows, items: row } } }
}

const json = (schema: object, examples?: readonly OpenExample[]) => ({
  'application/json': {
    schema,
    ...(examples &&
      examples.length > 0 && {
        examples: Object.fromEntries(examples.map(({ says, body }, at) => [`例${at + 1}`, { summary: says, value: body }])),
      }),
  },
})

function operationOf(call: Call) {
  const name = `${call.method} ${call.path}`
  const body = bodyOf(call)
  const byStatus = Map.groupBy(openProblemsOf(call), (code) => OPEN_PROBLEMS[code].status)
  return {
    summary: call.summary,
    operationId: name.replaceAll(/[^A-Za-z0-9]+/g, '_'),
    description: `密钥须有“${openWordName(call.scope ?? '')}”（${call.scope}）`,
    security: [{ key: [] }, { signed: [] }],
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.method === 'POST' ? [ONCE_HEADER(call)] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: json(
          body,
          OPEN_EXAMPLES.filter((one) => one.call === name && one.body !== undefined),
        ),
      },
    }),
    responses: {
      200: {
        description: '好',
        content: call.file ? { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } : json(call.data),
      },
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          status,
          {
            description: codes.map((code) => `${code} ${OPEN_PROBLEMS[code].summary}`).join('；'),
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  }
}

/** /open/v1/orders/:no → /open/v1/orders/{no} */
const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const header = (name: string, description: string) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })
/** A message as an endpoint gets it. */
const toldOf = (type: keyof typeof WEBHOOK_TYPES, name: string) => ({
  summary: name,
  parameters: [
    header('webhook-id', '每次再发都不变：处理过的就跳过'),
    header('webhook-timestamp', '这一次发送的时间，秒；与现在差五分钟以上的不要收'),
    header('webhook-signature', '空格分开的 v1,<base64>：任一个验得过就是真的'),
  ],
  requestBody: {
    content: json(
      Type.Object({
        type: Type.Literal(type),
        timestamp: Type.String({ description: '发生的时间，RFC 3339' }),
        data: OPEN_TOLD[aboutOf(type)],
      }),
    ),
  },
  responses: { 204: { description: '收到了：15 秒之内答 2xx' }, 410: { description: '不再接收：此后不再推送' } },
})

const document = () => ({
  openapi: '3.1.0',
  info: {
    title: '安衡药采开放接口',
    version: '1',
    description: '金额是分，时间是 RFC 3339，日期是北京日期。字段只增不减；要去掉的，至少提前一年以 Deprecation、Sunset 头通知。',
  },
  paths: Object.fromEntries(
    [...Map.groupBy(OPEN_CALLS, ({ path }) => templateOf(path))].map(([path, calls]) => [
      path,
      Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationOf(call)])),
    ]),
  ),
  webhooks: Object.fromEntries(
    (Object.keys(WEBHOOK_TYPES) as (keyof typeof WEBHOOK_TYPES)[]).map((type) => [type, { post: toldOf(type, WEBHOOK_TYPES[type]) }]),
  ),
  components: {
    schemas: { Problem: OpenProblem },
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', bearerFormat: 'ak_live_…' },
      signed: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: `AK1 key=…,at=…,nonce=…,body=…,sign=…：见 ${OPEN_DOCS}#signing`,
      },
    },
  },
})

export function describeOpen(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const written = Buffer.from(JSON.stringify(document()))
  app.get(`${OPEN_ROOT}/openapi.json`, { schema: { hide: true }, config: { file: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(written),
  )
  app.get(OPEN_DOCS, { schema: { hide: true } }, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(docsPage(OPEN_CALLS, siteOrigin(request, config))),
  )
}
