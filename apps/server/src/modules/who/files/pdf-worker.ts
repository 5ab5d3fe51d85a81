import { answerTasks } from '../../../platform/threads.ts'
import { type PdfFault, pdfFault } from './check-pdf.ts'

/** The thread that looks into PDFs: unpacking all that one holds takes longer than others should wait. */
answerTasks(async (bytes: Uint8Array<ArrayBuffer>): Promise<PdfFault | null> => pdfFault(Buffer.from(bytes.buffer)))
