import type { FastifyRequest } from 'fastify'
import type { BodyOf } from '#contract/call.ts'
import { QUICK_FILE_BYTES_MAX, QUICK_LINES_MAX } from '#contract/constants.ts'
import { quickAdd, quickFile, quickMatch, quickTemplate, userFastBuy } from '#contract/selfservice.ts'
import { type QuickLine, readQuickText } from '#domain/quick-list.ts'
import type { ModuleContext } from '../../../context.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { serveOn } from '../../../platform/http.ts'
import { readUpload, takeUploads, type Upload, wrongFile } from '../../../platform/one-upload.ts'
import { UnreadableFile } from '../../goods/import/public.ts'
import { addMessage } from '../cart/public.ts'
import { readInThread } from './file-thread.ts'
import { fastBuyOf } from './history.ts'
import { type AskedLine, type AskedList, matchLines, writeAnswer } from './match.ts'
import { addList } from './service.ts'
import { templateFile } from './template.ts'
import { inTurns } from './turns.ts'

const notChosen = (line: QuickLine): AskedLine => ({ ...line, chosen: 0 })
const TOO_LARGE = `文件不能超过 ${QUICK_FILE_BYTES_MAX / 1024 / 1024} MB，清单一次最多 ${QUICK_LINES_MAX} 行`

export function quickOrderRoutes({ app, serve, deps }: ModuleContext): void {
  const { database } = deps
  serve(userFastBuy, ({ viewer, query, now }) => fastBuyOf(database, viewer.company, query, now))
  const gone = (request: FastifyRequest) => () => request.raw.socket.destroyed
  serve(quickMatch, ({ viewer, body, request, now }) =>
    inTurns(viewer.accountId, gone(request), async (turn) =>
      writeAnswer(await matchLines(deps, viewer, askedLines(body), now, turn), turn),
    ),
  )
  serve(quickTemplate, () => templateFile())
  serve(quickAdd, async ({ viewer, body, now, say }) => {
    const answer = await addList(database, viewer.company, body.key, body.list, now)
    say(addMessage(answer))
    return answer
  })
  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await takeUploads(scope, QUICK_FILE_BYTES_MAX)
    serveOn(scope, deps.clock)(quickFile, async ({ viewer, request, now }) => {
      const upload = await readUpload(request, TOO_LARGE)
      return inTurns(viewer.accountId, gone(request), async (turn) =>
        writeAnswer(await matchLines(deps, viewer, await linesOf(upload, viewer.accountId, request), now, turn), turn),
      )
    })
  })
}

function askedLines({ text, lines }: BodyOf<typeof quickMatch>): AskedList {
  if (lines !== undefined) {
    const asked = lines.map((line, at) => ({
      line: at + 1,
      text: line.text,
      number: line.number || null,
      cases: line.cases === 1,
      problem: '',
      chosen: line.goods_id ?? 0,
    }))
    return { lines: asked, left: 0 }
  }
  const read = readQuickText(text ?? '', QUICK_LINES_MAX)
  if (read.lines.length === 0) throw fieldErrors([{ field: 'text', message: '请粘贴商品清单，每行一种商品' }])
  return { lines: read.lines.map(notChosen), left: read.left }
}

async function linesOf(upload: Upload, account: number, request: FastifyRequest): Promise<AskedList> {
  try {
    const { lines, left } = await readInThread({ ...upload, account }, null, (failure) =>
      request.log.warn({ err: failure }, 'a list could not be read'),
    )
    if (lines.length === 0) throw new UnreadableFile('文件里没有找到商品，请按模板填写后再上传')
    return { lines: lines.map(notChosen), left }
  } catch (error) {
    if (error instanceof UnreadableFile) throw wrongFile(error.message)
    throw error
  }
}
