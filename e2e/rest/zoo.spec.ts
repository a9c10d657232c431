import { testZoo, zoo } from '../zoo.ts'

const waits = [0, 100, 1_000]

testZoo(Object.keys(zoo), waits)
testZoo(Object.keys(zoo), waits, false)
