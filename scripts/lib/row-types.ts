import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Module, parseSync, type TsType, type TsTypeElement } from '@swc/core'

/**
 * The columns that a type of rows promises, read from the source: enough of TypeScript for what stores write
 * (literals, interfaces and aliases, extends, &, Pick, Omit, names imported from a file of this tree).
 */

/** What a column holds; any: the type leaves it open (json, generics). */
export type Held = 'number' | 'string' | 'boolean' | 'date' | 'bytes' | 'any' | `${'number' | 'string' | 'boolean' | 'date'}[]`
export type Row = ReadonlyMap<string, Held>

/** An interface; a type literal has members too. */
interface Declared {
  extends: readonly TsType[]
  members: readonly TsTypeElement[]
}
interface Source {
  path: string
  types: Map<string, TsType | Declared>
  /** Name here → file and name there. */
  imports: Map<string, { path: string; name: string }>
}

const sources = new Map<string, Source>()
const SUBPATHS = [
  ['#domain/', 'packages/domain/src/'],
  ['#contract/', 'packages/contract/src/'],
] as const

export const parsed = (text: string): Module => parseSync(text, { syntax: 'typescript', target: 'es2024' })

function pathOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const subpath = SUBPATHS.find(([prefix]) => specifier.startsWith(prefix))
  return subpath ? subpath[1] + specifier.slice(subpath[0].length) : null
}

function sourceOf(root: string, path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const source: Source = { path, types: new Map(), imports: new Map() }
  sources.set(path, source)
  for (const item of parsed(readFileSync(join(root, path), 'utf8')).body) {
    if (item.type === 'ImportDeclaration' || (item.type === 'ExportNamedDeclaration' && item.source)) {
      const there = pathOf(path, item.source?.value ?? '')
      if (there === null) continue
      for (const one of item.specifiers) {
        if (one.type === 'ImportSpecifier')
          source.imports.set(one.local.value, { path: there, name: one.imported?.value ?? one.local.value })
        if (one.type === 'ExportSpecifier') source.imports.set(one.exported?.value ?? one.orig.value, { path: there, name: one.orig.value })
      }
      continue
    }
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item
    if (declared.type === 'TsTypeAliasDeclaration') source.types.set(declared.id.value, declared.typeAnnotation)
    if (declared.type === 'TsInterfaceDeclaration')
      source.types.set(declared.id.value, {
        extends: declared.extends.map(
          (one) => ({ type: 'TsTypeReference', typeName: one.expression, typeParams: one.typeArguments }) as unknown as TsType,
        ),
        members: declared.body.body,
      })
  }
  return source
}

export interface Place {
  root: string
  path: string
}

/** Where a name is declared, and as what; null: not in this tree (a parameter, a library's type). */
function declared(place: Place, name: string): { place: Place; type: TsType | Declared } | null {
  const source = sourceOf(place.root, place.path)
  const own = source.types.get(name)
  if (own) return { place, type: own }
  const from = source.imports.get(name)
  return from ? declared({ root: place.root, path: relative('.', from.path) }, from.name) : null
}

const referenced = (type: TsType): string | null =>
  type.type === 'TsTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.value : null

const literals = (type: TsType | undefined): string[] =>
  type?.type === 'TsUnionType'
    ? type.types.flatMap(literals)
    : type?.type === 'TsLiteralType' && type.literal.type === 'StringLiteral'
      ? [type.literal.value]
      : []

/** The columns of a type of rows; null: it is no row (a single value), or not to be read here. */
export function rowOf(type: TsType, place: Place): Row | null {
  if (type.type === 'TsParenthesizedType') return rowOf(type.typeAnnotation, place)
  if (type.type === 'TsTypeLiteral') return columnsOf(type.members, place)
  if (type.type === 'TsIntersectionType') {
    const rows = type.types.map((one) => rowOf(one, place))
    return rows.some((row) => row === null) ? null : new Map(rows.flatMap((row) => [...(row as Row)]))
  }
  const name = referenced(type)
  if (name === null || type.type !== 'TsTypeReference') return null
  const [first, second] = type.typeParams?.params ?? []
  if ((name === 'Pick' || name === 'Omit') && first) {
    const whole = rowOf(first, place)
    const keys = new Set(literals(second))
    return whole && new Map([...whole].filter(([key]) => keys.has(key) === (name === 'Pick')))
  }
  if ((name === 'Readonly' || name === 'Partial') && first) return rowOf(first, place)
  const found = declared(place, name)
  if (!found) return null
  if (!('extends' in found.type)) return rowOf(found.type, found.place)
  const above = found.type.extends.map((one) => rowOf(one, found.place))
  if (above.some((row) => row === null)) return null
  return new Map([...above.flatMap((row) => [...(row as Row)]), ...columnsOf(found.type.members, found.place)])
}

function columnsOf(members: readonly TsTypeElement[], place: Place): Row {
  return new Map(
    members.flatMap((member): [string, Held][] => {
      if (member.type !== 'TsPropertySignature') return []
      const key = member.key.type === 'Identifier' || member.key.type === 'StringLiteral' ? member.key.value : ''
      return [[key, member.typeAnnotation ? heldOf(member.typeAnnotation.typeAnnotation, place) : 'any']]
    }),
  )
}

const KEYWORDS: Readonly<Record<string, Held>> = { number: 'number', string: 'string', boolean: 'boolean', bigint: 'number' }
const LITERALS: Readonly<Record<string, Held>> = {
  StringLiteral: 'string',
  NumericLiteral: 'number',
  BooleanLiteral: 'boolean',
  TemplateLiteral: 'string',
}
const NAMED: Readonly<Record<string, Held>> = { Date: 'date', Buffer: 'bytes', Uint8Array: 'bytes' }

function heldOf(type: TsType, place: Place): Held {
  switch (type.type) {
    case 'TsKeywordType':
      return KEYWORDS[type.kind] ?? 'any'
    case 'TsLiteralType':
      return LITERALS[type.literal.type] ?? 'any'
    case 'TsParenthesizedType':
      return heldOf(type.typeAnnotation, place)
    case 'TsTypeOperator':
      return heldOf(type.typeAnnotation, place)
    case 'TsArrayType':
      return arrayOf(heldOf(type.elemType, place))
    case 'TsUnionType': {
      const kinds = new Set(
        type.types.filter((one) => !(one.type === 'TsKeywordType' && /null|undefined/.test(one.kind))).map((one) => heldOf(one, place)),
      )
      const [only] = kinds
      return kinds.size === 1 && only ? only : 'any'
    }
    case 'TsIntersectionType':
      // A branded value: number & { … }.
      return type.types.map((one) => heldOf(one, place)).find((held) => held !== 'any') ?? 'any'
    case 'TsTypeReference': {
      const name = referenced(type)
      if (name === null) return 'any'
      const named = NAMED[name]
      if (named) return named
      const item = type.typeParams?.params[0]
      if ((name === 'ReadonlyArray' || name === 'Array') && item) return arrayOf(heldOf(item, place))
      const found = declared(place, name)
      return found && !('extends' in found.type) ? heldOf(found.type, found.place) : 'any'
    }
    default:
      return 'any'
  }
}

const arrayOf = (item: Held): Held =>
  item === 'number' || item === 'string' || item === 'boolean' || item === 'date' ? `${item}[]` : 'any'
