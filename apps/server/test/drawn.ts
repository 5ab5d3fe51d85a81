import { DOCUMENT_KINDS, type DocumentKind, SEAL_PURPOSES } from '#domain/documents.ts'
import type { Drawing, DrawingFrame } from '../src/modules/papers/documents/public.ts'
import { makePaper } from '../src/modules/papers/documents/public.ts'

/** A paper as the shop draws it, without its signature. */
export function drawnAs(kind: DocumentKind, { options = {}, write }: Drawing, frame: DrawingFrame): Promise<Buffer> {
  const { name, seal } = DOCUMENT_KINDS[kind]
  const { strip, beside = false, straddling = false, ...given } = options
  return makePaper(
    {
      ...given,
      title: name,
      author: frame.supplier.name,
      footer: `${name} ${frame.no}　制单 ${frame.askedBy}`,
      code: { url: `https://shop.example/verify/${frame.no}-ABCDEFGHJK`, no: frame.no },
      madeAt: new Date('2026-11-22T02:30:00Z'),
      ...(seal !== null && {
        seal: {
          drawing: { company: frame.supplier.name, purpose: SEAL_PURPOSES[seal], number: '5201000000001' },
          signedBy: frame.supplier.name,
          date: '2026年11月22日',
          ...(strip && { strip }),
          beside,
          straddling,
        },
      }),
    },
    write,
  )
}
