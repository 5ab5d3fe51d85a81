import { type Plugin, parseSync, Visitor } from 'vite'

/**
 * Parts of libraries that the buyers' pages never use, and that no bundler can tell: they hang together with what is used by a check that
 * is never true. Their functions are emptied, and what only these called then falls away by itself.
 *
 * Each function here either is never reached without the part, or does nothing without it. A new version of the library that has no
 * such function any more breaks the build, and so does a file of ours that asks for one of the parts.
 */
interface Library {
  /** End of the file's path inside node_modules. */
  file: string
  /** Names of functions, and what stands in them instead where that is not nothing. */
  functions: Record<string, string>
  /** Statements at the top of the file that give such a member a value are dropped; each of these names is found. */
  members?: readonly string[]
}

const NOTHING = ''
const never = (names: string): Record<string, string> => Object.fromEntries(names.split(/\s+/).map((name) => [name, NOTHING]))

export const LEFT_OUT: readonly Library[] = [
  {
    file: 'react-dom/cjs/react-dom-client.production.js',
    functions: {
      // <ViewTransition>: fibers of tag 30.
      ...never(`trackEnterViewTransitions applyViewTransitionToHostInstances restoreViewTransitionOnHostInstances
        commitAppearingPairViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions commitExitViewTransitions
        commitNestedViewTransitions restorePairedViewTransitions restoreEnterOrExitViewTransitions restoreNestedViewTransitions
        measureViewTransitionHostInstancesRecursive measureNestedViewTransitions scheduleViewTransitionEvent startViewTransition
        createViewTransitionInstance getViewTransitionName getViewTransitionClassName applyViewTransitionName restoreViewTransitionName
        commitAfterMutationEffectsOnFiber recursivelyTraverseAfterMutationEffects flushAfterMutationEffects reportViewTransitionError`),
      // <Fragment ref>
      ...never(`commitNewChildToFragmentInstance commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects
        commitFragmentInstanceDeletionEffects deleteChildFromFragmentInstance addFragmentHandleToFiber`),
      FragmentInstance: "throw Error('a ref of a fragment is left out of this build')",
      isFragmentInstanceParent: 'return false',
      // <Activity>, <SuspenseList>
      ...never('updateActivityComponent updateSuspenseListComponent'),
      // <form action={function}>
      ...never(`mountActionState updateActionState updateActionStateImpl rerenderActionState runActionStateAction dispatchActionState
        startHostTransition extractEvents$1`),
      // <title>, <link>, <style> and <script> that React moves into the head; the server writes all of ours.
      isHostHoistableType: 'return false',
      ...never(`getResource acquireResource suspendResource preloadResourceAndSuspendIfNeeded getHydratableHoistableCache
        insertSuspendedStylesheets prefetchDNS preconnect preload preloadModule preinitScript preinitStyle preinitModuleScript`),
      // <html>, <head> and <body> drawn by React
      ...never('resolveSingletonInstance releaseSingletonInstance'),
      // <own-element>
      isCustomElement: 'return false',
      setPropOnCustomElement: NOTHING,
      // Names of components beside an error: they are shortened in what browsers get, and nobody reads them.
      getStackByFiberInDevAndProd: "return ''",
    },
    members: ['FragmentInstance.prototype', 'ViewTransitionPseudoElement.prototype'],
  },
  {
    file: 'react-dom/cjs/react-dom.production.js',
    functions: {},
    members: `preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset useFormState useFormStatus
      unstable_batchedUpdates`
      .split(/\s+/)
      .map((name) => `exports.${name}`),
  },
  {
    // useFetcher, useSubmit and <Form>: changes are calls of ours.
    file: 'react-router/dist/production/lib/router/router.js',
    functions: never('handleFetcherAction handleFetcherLoader handleAction'),
  },
  {
    file: 'react-router/dist/production/lib/router/instrumentation.js',
    functions: never('getRouteInstrumentationUpdates instrumentClientSideRouter consumeInstrumentationClientResultMetaReceiver'),
  },
  {
    // <Link prefetch>, of the router's own framework: without it every link had two states and two effects for it.
    file: 'react-router/dist/production/lib/dom/ssr/components.js',
    functions: { usePrefetchBehavior: 'return [false, null, {}]', PrefetchPageLinks: 'return null' },
  },
]

/** What stands on a part that was left out, so that no file of ours may name it. */
const IMPORTS: Record<string, string> = {
  react: 'ViewTransition addTransitionType Activity SuspenseList useActionState',
  'react-dom': `preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset useFormState useFormStatus
    unstable_batchedUpdates`,
  'react-router': 'useFetcher useFetchers useSubmit Form PrefetchPageLinks',
}
const ELEMENTS = new Set('title link style meta script html head body'.split(' '))
const ATTRIBUTES = new Set(['form action', 'button formAction', 'input formAction', 'Fragment ref', 'Link prefetch', 'NavLink prefetch'])

/** The file without these parts. Throws if it does not have each of them, once. */
export function leaveOut(code: string, { file, functions, members = [] }: Library): string {
  const cuts: { start: number; end: number; text: string }[] = []
  const found = new Map<string, number>([...Object.keys(functions), ...members].map((name) => [name, 0]))
  const count = (name: string) => found.set(name, (found.get(name) ?? 0) + 1)
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  new Visitor({
    FunctionDeclaration({ id, body }) {
      const text = id && Object.hasOwn(functions, id.name) ? functions[id.name] : undefined
      if (!id || !body || text === undefined) return
      count(id.name)
      cuts.push({ start: body.start, end: body.end, text: `{${text}}` })
    },
  }).visit(program)
  for (const statement of program.body) {
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue
    const { left } = statement.expression
    const target = code.slice(left.start, left.end)
    const name = members.find((one) => target === one || target.startsWith(`${one}.`))
    if (name === undefined) continue
    if (found.get(name) === 0) count(name)
    cuts.push({ start: statement.start, end: statement.end, text: '' })
  }
  const odd = [...found].filter(([, times]) => times !== 1).map(([name, times]) => `${name} (${times} times)`)
  if (odd.length > 0) throw new Error(`${file} is not the one that parts were left out of: ${odd.join(', ')}. See scripts/lib/left-out.ts.`)
  let left = code
  // From the end, so that places before stay where they are; a function inside another that goes would be counted, and gone.
  for (const cut of cuts.sort((a, b) => b.start - a.start)) left = left.slice(0, cut.start) + cut.text + left.slice(cut.end)
  return left
}

/** The first part that a file of ours stands on although it was left out. */
export function askedFor(code: string, file: string): string | undefined {
  const asked: string[] = []
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      const names = IMPORTS[source.value]?.split(/\s+/)
      for (const one of specifiers)
        if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' && names?.includes(one.imported.name))
          asked.push(`${one.imported.name} of ${source.value}`)
    },
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier') return
      if (ELEMENTS.has(name.name) || /^[a-z]+-/.test(name.name)) asked.push(`<${name.name}>`)
      for (const one of attributes) {
        if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier') continue
        // An address is a text, or one of the site map's; a function is neither.
        const said = one.value === null ? '' : code.slice(one.value.start, one.value.end)
        const isAddress = /ction$/.test(one.name.name) && /^("|'|\{(paths|memberPaths)\.\w+\()/.test(said)
        if (ATTRIBUTES.has(`${name.name} ${one.name.name}`) && !isAddress) asked.push(`<${name.name} ${one.name.name}>`)
      }
    },
  }).visit(parseSync(file, code).program)
  return asked[0]
}

/** For builds of what buyers' browsers load. */
export const leftOut = (): Plugin => {
  const done = new Set<string>()
  return {
    name: 'left-out',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.(js|tsx?)$/ },
      handler(code, id) {
        const library = LEFT_OUT.find(({ file }) => id.endsWith(`/node_modules/${file}`))
        if (library) {
          done.add(library.file)
          return { code: leaveOut(code, library), map: null }
        }
        const part = id.includes('/node_modules/') ? undefined : askedFor(code, id)
        if (part !== undefined) this.error(`${part} is left out of the build (scripts/lib/left-out.ts)`)
        return null
      },
    },
    buildEnd(error) {
      const missed = LEFT_OUT.filter(({ file }) => !done.has(file)).map(({ file }) => file)
      if (!error && missed.length > 0) this.error(`parts should be left out of files that are not built in: ${missed.join(', ')}`)
    },
  }
}
