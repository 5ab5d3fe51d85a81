import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Texts and files that are meant to hurt, made when they are asked for: for tests, and for whoever tortures a running shop. */

// ── Texts ──

/** Each of about so many characters, by what is wrong with it. */
export function hostileTexts(length: number): Map<string, string> {
  const of = (pump: string, before = '', after = '') => before + pump.repeat(Math.ceil(length / pump.length)) + after
  return new Map([
    ['numerals, then a letter', of('十', '药', 'x')],
    ['digits, then a letter', of('9', '药', 'x')],
    ['thousands', of('1,', '药 ', 'x')],
    ['spaces behind a quantity', of(' ', '药:1', 'x')],
    ['spaces between quantities', of('1   ', '药 ', 'x')],
    ['wide spaces', of('\u3000', '药', '药')],
    ['tabs', of('\t', '药', '1')],
    ['commas', of(',', '药')],
    ['semicolons', of(';药')],
    ['line breaks', of('\n', '药', '1')],
    ['lines of one character', of('药\n')],
    ['line separators', of('药\u2028')],
    ['brackets that open', of('（')],
    ['brackets that open and close', of('(药)[药]【药】')],
    ['brackets that close', of('）', '（')],
    ['colons', of('药:1:')],
    ['signs of multiplication', of('10 x ', '药')],
    ['asterisks', of('*')],
    ['quotes', of('"')],
    ['quotes and commas', of('",')],
    ['backslashes', of('\\')],
    ['points', of('1.')],
    ['slashes', of('/')],
    ['pipes', of(' | ')],
    ['links', of('[a](b')],
    ['words of a browser', of('Android Mobil')],
    ['mail addresses', of('a.', '', '@')],
    ['names', of('药大药房有限')],
    ['approval numbers', of('国药准字H')],
    ['ephedrine', of('(盐酸伪麻黄碱')],
    ['isotopes', of('[131', '', '\n')],
    ['characters that grow', of('\ufdfa')],
    ['combining marks', of('\u0301', 'a')],
    ['combining marks out of order', of('\u0301\u0323', 'a')],
    ['marks over marks', of('a\u0301\u0323\u0327\u0334')],
    ['pictures joined together', of('👨‍👩‍👧‍👦')],
    ['writing from right to left', of('\u202e药\u202c')],
    ['lone halves', of('\ud800')],
    ['lone halves, the other way round', of('\udc00\ud800')],
    ['NUL', of('\u0000', '药')],
    ['control characters', of('\u0001\u0008\u001b')],
    ['percent signs', of('%_')],
    ['markup', of('<a b="')],
    ['formulas', of('=cmd|', '', '!A1')],
    ['names of prototypes', of('__proto__ constructor ')],
  ])
}

// ── Archives ──

export interface ZipPart {
  name: string
  content: Buffer
  /** What the archive says of its size; without it the truth. */
  claimed?: number
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimed = content.length } of parts) {
    const packed = deflateRawSync(content, { level: 9 })
    const called = Buffer.from(name)
    const facts = Buffer.alloc(16)
    facts.writeUInt32LE(crc32(content), 0)
    facts.writeUInt32LE(packed.length, 4)
    facts.writeUInt32LE(claimed, 8)
    facts.writeUInt16LE(called.length, 12)
    const local = Buffer.alloc(14)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const one = Buffer.concat([local, facts, called, packed])
    locals.push(one)
    directory.push(entry, facts, place, called)
    offset += one.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, entries, end])
}

// ── Workbooks ──

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** sheets: by name, what stands within sheetData. Style 1 is a date. shared: texts that cells name by their number. */
export function workbookOf(sheets: Readonly<Record<string, string>>, shared: readonly string[] = []): Buffer {
  const names = Object.keys(sheets)
  const part = (name: string, content: string): ZipPart => ({ name, content: Buffer.from(XML + content) })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zipOf([
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${shared.length > 0 ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/>` : ''}${names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="r${at + 1}" Type="${LINKS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rs" Type="${LINKS}/styles" Target="styles.xml"/>${shared.length > 0 ? `<Relationship Id="rt" Type="${LINKS}/sharedStrings" Target="sharedStrings.xml"/>` : ''}</Relationships>`,
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...(shared.length > 0
      ? [part('xl/sharedStrings.xml', `<sst xmlns="${MAIN}">${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`)]
      : []),
    ...names.map((name, at) =>
      part(`xl/worksheets/sheet${at + 1}.xml`, `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]}</sheetData></worksheet>`),
    ),
  ])
}

export const textCell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
export const rowOf = (line: number, cells: string) => `<row r="${line}">${cells}</row>`
const HEADER = rowOf(1, textCell('A1', '品名') + textCell('B1', '数量'))

/** Rows of cells that are all one long text, which the file says once. */
export function oneTextInMany(rows: number, columns: number, signs: number, header: string): Buffer {
  const cell = (column: number, line: number) => `<c r="${String.fromCharCode(65 + column)}${line}" t="s"><v>0</v></c>`
  const line = (at: number) => rowOf(at + 2, Array.from({ length: columns }, (_, column) => cell(column, at + 2)).join(''))
  return workbookOf({ 一: header + Array.from({ length: rows }, (_, at) => line(at)).join('') }, ['药'.repeat(signs)])
}

/** Lists for quick purchase, each named with the sign of its kind; none of them may be read in silence or hold anybody up. */
export function hostileLists(): Map<string, () => Buffer> {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => rowOf(at + 2, textCell(`A${at + 2}`, '氯雷他定片') + textCell(`B${at + 2}`, '1'))).join('')
  const jpeg = () => Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100', 'hex'), Buffer.alloc(2_000, 7)])
  return new Map([
    ['a cell in column ZZZZZ.xlsx', () => workbookOf({ 一: HEADER + rowOf(2, textCell('ZZZZZ1', '药')) })],
    ['a cell in column ZZZZZZ.xlsx', () => workbookOf({ 一: HEADER + rowOf(2, textCell('ZZZZZZ1', '药')) })],
    ['a cell in column ZZ.xlsx', () => workbookOf({ 一: HEADER + rowOf(2, textCell('A2', '药') + textCell('ZZ2', '药')) })],
    ['a row without end.xlsx', () => workbookOf({ 一: HEADER + rowOf(4_000_000_000, textCell('A4000000000', '药')) })],
    ['a row before the first.xlsx', () => workbookOf({ 一: rowOf(0, textCell('A0', '药')) })],
    ['60,000 rows.xlsx', () => workbookOf({ 一: HEADER + lines(60_000) })],
    ['a date of 1e20.xlsx', () => workbookOf({ 一: HEADER + rowOf(2, `${textCell('A2', '氯雷他定片')}<c r="C2" s="1"><v>1e20</v></c>`) })],
    [
      'a date of -1e308.xlsx',
      () => workbookOf({ 一: HEADER + rowOf(2, `${textCell('A2', '氯雷他定片')}<c r="C2" s="1"><v>-1e308</v></c>`) }),
    ],
    ['one long text in 3,000 cells.xlsx', () => oneTextInMany(500, 6, 300_000, HEADER)],
    ['an array formula without a place.xlsx', () => workbookOf({ 一: rowOf(1, '<c r="A1"><f t="array">1+1</f><v>2</v></c>') })],
    ['200 MB of zeros.xlsx', () => zipOf([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200 * 1024 * 1024) }])],
    [
      '200 MB that claim to be 100 bytes.xlsx',
      () => zipOf([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200 * 1024 * 1024), claimed: 100 }]),
    ],
    ['a ZIP of something else.xlsx', () => zipOf([{ name: 'readme.txt', content: Buffer.from('药') }])],
    ['a Word document.xlsx', () => zipOf([{ name: 'word/document.xml', content: Buffer.from('<x/>') }])],
    [
      'a workbook and a web page.xlsx',
      () => Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('<html><script>alert(1)</script>')]),
    ],
    ['an old workbook of noise.xls', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise(60_000)])],
    ['60,000 lines.csv', () => Buffer.from(`品名,数量\n${'氯雷他定片,1\n'.repeat(60_000)}`)],
    ['1.9 million commas.csv', () => Buffer.from(`品名,数量\n${','.repeat(1_900_000)}\n`)],
    ['1,000 columns.csv', () => Buffer.from(`品名,数量\n${'药,'.repeat(1_000)}\n`)],
    ['a quote that is not closed.csv', () => Buffer.from(`品名,数量\n氯雷他定片,1\n"氯雷他定片,1\n${'氯雷他定片,1\n'.repeat(2_000)}`)],
    ['one line of 2 MB.csv', () => Buffer.from('药'.repeat(690_000))],
    ['quotes.csv', () => Buffer.from(`品名,数量\n${'"",'.repeat(600_000)}`)],
    ['a photo.csv', jpeg],
    ['a photo.xlsx', jpeg],
    ['noise.csv', () => noise(100_000)],
    ['a web page.csv', () => Buffer.from('<html><table><tr><td>品名</td></tr></table></html>')],
    ['two encodings.csv', () => Buffer.concat([Buffer.from('品名,数量\n氯雷他定片,1\n'), Buffer.from('b0a2bdba2c310a', 'hex')])],
    ['NUL.csv', () => Buffer.from(`品名,数量\n${'\u0000'.repeat(5_000)},1\n`)],
  ])
}

/** The same bytes every time, without any order. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}

// ── Pictures ──

function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A black picture of one bit a point; rows: how many of them are really there. */
function pngOf(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const points = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', points),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The head of a JPEG of this size, and nothing behind it. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame, Buffer.from('ffda00080101000000', 'hex')])
}

/** Pictures that unfold without end, break off, or are something else besides; none of them may be kept as it came. */
export function hostilePictures(): Map<string, () => Buffer> {
  const script = Buffer.from('<html><script>alert(1)</script></html>')
  return new Map([
    ['20,000 by 20,000 points.png', () => pngOf(20_000, 20_000)],
    ['2,000,000,000 points that are not there.png', () => pngOf(2_000_000_000, 1, 0)],
    ['half of it.png', () => pngOf(400, 400, 200)],
    ['a picture and a web page.png', () => Buffer.concat([pngOf(20, 20), script])],
    ['65,000 by 65,000 points.jpg', () => jpegOf(65_000, 65_000)],
    ['only a head.jpg', () => jpegOf(100, 100)],
    ['a head and a web page.jpg', () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), script])],
    ['a drawing.png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['noise behind the mark.webp', () => Buffer.concat([Buffer.from('RIFF\u00ff\u00ff\u00ff\u007fWEBPVP8 ', 'latin1'), noise(5_000)])],
  ])
}

// ── PDFs ──

/** A PDF of one page with these objects besides, numbered from 4 on. */
export function pdfOf(objects: readonly (string | Buffer)[] = []): Buffer {
  const page = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>',
  ]
  const parts = [Buffer.from('%PDF-1.7\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [at, object] of [...page, ...objects].entries()) {
    const bytes = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object as string, 'latin1'), Buffer.from('\nendobj\n')])
    offsets.push(length)
    length += bytes.length
    parts.push(bytes)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A stream with what its dictionary says of it. */
export const streamOf = (head: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${head} /Length ${body.length} >>\nstream\n`, 'latin1'), body, Buffer.from('\nendstream')])

const SCRIPT = Buffer.from('9 0 << /S /JavaScript /JS (app.alert(1)) >>')
const hex = (bytes: Buffer) => Buffer.from(`${bytes.toString('hex')}>`)

/** PDFs with a script in a stream of objects, each packed in another way that readers understand. */
export function scriptedPdfs(): Map<string, Buffer> {
  const packed = deflateSync(SCRIPT)
  const ways: [filter: string, body: Buffer][] = [
    ['/Filter /FlateDecode', packed],
    ['/Filter/Fl', packed],
    ['/Filter [/Fl]', packed],
    ['/Filter [ /FlateDecode ]', packed],
    ['/Filter /F#6c', packed],
    ['/Filter%\n/Fl', packed],
    ['/Filter /AHx', hex(SCRIPT)],
    ['/Filter /ASCIIHexDecode', hex(SCRIPT)],
    ['/Filter [/AHx /Fl]', hex(packed)],
    ['/Filter [/ASCIIHexDecode /FlateDecode]', hex(packed)],
    ['/Filter [/Fl /Fl]', deflateSync(packed)],
    ['/Filter /A85', Buffer.from('ab~>')],
    ['/Filter /LZW', packed],
    ['/Filter /RL', Buffer.concat([Buffer.from([SCRIPT.length - 1]), SCRIPT.map((byte) => byte ^ 1), Buffer.from([128])])],
    ['/Filter /Unknown', packed],
    ['/Filter 5 0 R', packed],
    ['/Filter 5 0 R', hex(SCRIPT)],
    ['/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>', packed],
    ['/DecodeParms << /Predictor 12 >> /Filter /Fl', packed],
    ['/Filter /FlateDecode /Filter /AHx', hex(SCRIPT)],
    ['', SCRIPT],
  ]
  const dictionaries = [
    '/Type /ObjStm /N 1 /First 4',
    '/Type 6 0 R /N 1 /First 4',
    '/Type 6 0 R /N 7 0 R /First 8 0 R',
    '/First%\n4 /N%\n1',
    '/N +1/First +4',
    '/Type/ObjStm/N 1%stream\n/First 4',
    '/Type/ObjStm/N 1/X(stream\n)/First 4',
    '/N 1/X(endstream endobj 5 0 obj << (stream\n) >>)/First 4',
    '/N 1 %stream\n%endstream endobj\n/First 4',
    '/N 1/X(\\)\\(stream\n)/First 4',
  ]
  const values = ['/FlateDecode', '/ObjStm', '1', '4']
  return new Map(
    dictionaries.flatMap((dictionary) =>
      ways.map(
        ([filter, body], at) => [`${at} ${dictionary} ${filter}`, pdfOf([streamOf(`${dictionary} ${filter}`, body), ...values])] as const,
      ),
    ),
  )
}
