import { ApiProperty } from '@nestjs/swagger';
import { EmailField } from './person-fields';

/** How persons sign in, and what they can ask for before. */
export class SignInWaysDto {
  @ApiProperty({ description: 'Whether persons sign in with a password.', example: true })
  password!: boolean;

  @ApiProperty({ description: 'Whether persons sign in with single sign-on.', example: false })
  singleSignOn!: boolean;

  @ApiProperty({
    description: 'Whether mail is set up, so that a link for a new password can be mailed.',
    example: true,
  })
  mail!: boolean;
}

/** A request for a link with which a person sets a new password. */
export class RequestPasswordDto {
  @EmailField({ description: 'The e-mail address of the account.' })
  email!: string;
}

export class PasswordRequestedDto {
  @ApiProperty({ enum: [true], type: Boolean, example: true })
  accepted!: true;
}
