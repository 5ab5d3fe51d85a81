import buildValidators from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type BuildSerializer = ReturnType<typeof buildSerializers>
type Serializer = ReturnType<ReturnType<BuildSerializer>>

const validators = buildValidators()
type Compile = ReturnType<typeof validators>
type Route = Parameters<Compile>[0]
type Validator = ReturnType<Compile>

const serializers = new WeakMap<object, Serializer>()

/** Compiled when the first value comes: of hundreds of calls a process is asked few in its first second, and it starts a second sooner. */
function validatorOnDemand(compile: () => Validator): Validator {
  let made: Validator | null = null
  const validator = (...args: Parameters<Validator>) => {
    made ??= compile()
    const isRight = made(...args)
    validator.errors = made.errors
    return isRight
  }
  validator.errors = undefined as Validator['errors']
  return validator as Validator
}

/**
 * What checks requests and writes answers, compiled once for each schema of the contract however many applications a process
 * builds: the shop is one, tests build a hundred. No schema of the contract has a name that another refers to, so that a schema alone
 * says what is compiled.
 */
export const SCHEMA_COMPILERS: SchemaController = {
  compilersFactory: {
    buildValidator: (...settings: Parameters<typeof validators>) => {
      const compile = validators(...settings)
      return (route: Route) => validatorOnDemand(() => compile(route))
    },
    buildSerializer: (external, options) => {
      const compile = buildSerializers()(external, options)
      return (route) => {
        const schema = route.schema as object
        const known = serializers.get(schema)
        if (known) return known
        let made: Serializer | null = null
        const serializer: Serializer = (value) => {
          made ??= compile(route)
          return made(value)
        }
        serializers.set(schema, serializer)
        return serializer
      }
    },
  },
}
