import { describeStates } from '../contract/states.contract';

describe('states of texts in files', describeStates);
