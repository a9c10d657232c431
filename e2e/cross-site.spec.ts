import { testPressFromElsewhere } from './press-from-elsewhere.ts'

testPressFromElsewhere('stop')
