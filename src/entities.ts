import { ApiKey } from './api-keys/api-key.entity';
import { Key } from './keys/key.entity';
import { LanguageMeta } from './projects/language-meta.entity';
import { Translation } from './keys/translation.entity';
import { Organization } from './organizations/organization.entity';
import { Project } from './projects/project.entity';

export const entities = [Organization, ApiKey, Project, Key, Translation, LanguageMeta];
